// An execution's global scope: Date on the virtual clock and Google's console, without Node or web APIs.
import { callHost, lacks, virtualNow } from './bridge.ts';
import { type Emulated, strict } from './strict.ts';

// Listed by member, because the Console type is merged with Node's declaration.
type GoogleConsole = Pick<Console, 'log' | 'info' | 'warn' | 'error' | 'time' | 'timeEnd'>;
type Logger = GoogleAppsScript.Base.Logger;

export function prepareScope(): void {
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics']) Reflect.deleteProperty(globalThis, name);
  define('Date', virtualDate());
  if (lacks.zones.length > 0) Intl.DateTimeFormat = without(lacks.zones);
  define('console', strict<GoogleConsole>('console', consoleService()));
  define('Logger', strict<Logger>('Logger', loggerService()));
}

export function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

function virtualDate(): DateConstructor {
  const RealDate = Date;
  RealDate.now = virtualNow;
  const virtual = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [virtualNow()] : args, newTarget),
    apply: () => new RealDate(virtualNow()).toString(),
  });
  RealDate.prototype.constructor = virtual;
  return virtual;
}

function without(zones: readonly string[]): typeof Intl.DateTimeFormat {
  return new Proxy(Intl.DateTimeFormat, {
    construct: (target, args: ConstructorParameters<typeof Intl.DateTimeFormat>) => {
      const zone = args[1]?.timeZone;
      if (zone !== undefined && zones.includes(zone)) throw new RangeError(`Invalid time zone specified: ${zone}`);
      return new target(...args);
    },
  });
}

function consoleService(): Emulated<GoogleConsole> {
  const timers = new Map<string, number>();
  const at =
    (severity: string) =>
    (...parts: unknown[]) => {
      callHost('console.log', severity, format(parts));
    };
  return {
    log: at('DEBUG'),
    info: at('INFO'),
    warn: at('WARNING'),
    error: at('ERROR'),
    time: (label = 'default') => void timers.set(label, virtualNow()),
    timeEnd: (label = 'default') => {
      at('DEBUG')(`${label}: ${virtualNow() - (timers.get(label) ?? virtualNow())}ms`);
      timers.delete(label);
    },
  };
}

function loggerService(): Emulated<Logger> {
  const lines: string[] = [];
  const logger: Emulated<Logger> = {
    log: (...parts: unknown[]) => {
      const line = loggedLine(parts);
      lines.push(line);
      callHost('console.log', 'INFO', line);
      return facade;
    },
    clear: () => void lines.splice(0),
    getLog: () => lines.map((line) => `${line}\n`).join(''),
  };
  const facade: Logger = strict<Logger>('Logger', logger);
  return logger;
}

/** Logger only fills the placeholders of its first argument; console joins all arguments. */
function loggedLine([first, ...rest]: unknown[]): string {
  if (typeof first !== 'string' || rest.length === 0) return logged(first);
  return first.replace(/%[sd%]/g, (mark) => {
    if (mark === '%%') return '%';
    return rest.length === 0 ? mark : logged(rest.shift());
  });
}

/** Logger prints values like Java: whole numbers with a fraction, objects without quotes. */
function logged(value: unknown): string {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e7) return value.toFixed(1);
  if (Array.isArray(value)) return `[${value.map(logged).join(', ')}]`;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return shown(value);
  }
  const entries = Object.entries(value).map(([key, each]) => `${key}=${logged(each)}`);
  return `{${entries.join(', ')}}`;
}

function format(parts: unknown[]): string {
  const [first, ...rest] = parts;
  if (typeof first !== 'string' || !first.includes('%')) return parts.map(shown).join(' ');
  const line = first.replace(/%[sdifjo%]/g, (mark) => {
    if (mark === '%%') return '%';
    return rest.length === 0 ? mark : shown(rest.shift());
  });
  return [line, ...rest.map(shown)].join(' ');
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return value.stack ?? String(value);
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return String(value);
  }
}
