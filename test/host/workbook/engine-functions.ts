/** Functions in formulas: the engine's own, some that it lacks, and custom functions. */
import { addFunction, registries } from '@odoo/o-spreadsheet';
import type { EngineArgument } from './custom-values.ts';
import type { EngineValue } from './formula-cell.ts';
import { writeLocalTexts } from './local-texts.ts';
import { ARRAYS_BEGIN, ARRAYS_END, type SingleValues, takeSingleValues } from './single-values.ts';
import { readWildcards } from './wildcards.ts';

/** `this` inside a formula's functions. */
export interface EngineContext {
  readonly now: () => number;
  readonly locale: { readonly dateFormat: string };
  readonly custom: (name: string, args: readonly EngineArgument[]) => EngineValue | EngineValue[][];
  readonly markVolatile: () => void;
}

interface Description {
  description: string;
  args: object[];
  compute: (this: EngineContext, ...args: EngineArgument[]) => EngineValue | EngineValue[][];
}

const registry = registries.functionRegistry;
/** Implementations by name, called by compiled formulas. */
export const functionMapping = (registry as unknown as { mapping: Record<string, (...args: unknown[]) => unknown> })
  .mapping;

const customNames = new Set<string>();
const argument = (name: string, more: object = {}): object => ({
  name,
  description: '',
  type: ['ANY', 'RANGE'],
  acceptErrors: true,
  acceptMatrix: true,
  ...more,
});

/** Call before compiling a formula with this name. Built-in names take precedence, as on Google. */
export function registerCustomFunction(name: string): void {
  const upper = name.toUpperCase();
  if (customNames.has(upper) || registry.contains(upper)) return;
  if (!/^[A-Z0-9_.]+$/.test(upper)) throw new Error(`not emulated: a custom function named "${name}"`);
  customNames.add(upper);
  const compute: Description['compute'] = function (...args) {
    return this.custom(upper, args);
  };
  define(upper, [argument('argument', { optional: true, repeating: true })], compute);
}

export function isCustomFunction(name: string): boolean {
  return customNames.has(name.toUpperCase());
}

function define(name: string, args: object[], compute: Description['compute']): void {
  const description: Description = { description: name, args, compute };
  addFunction(name, description as unknown as Parameters<typeof addFunction>[1]);
}

define('ARRAYFORMULA', [argument('array_formula')], (array) => array ?? { value: '' });
define(ARRAYS_BEGIN, [], function () {
  (this as unknown as SingleValues).arrays++;
  return { value: '' };
});
define(ARRAYS_END, [argument('begin'), argument('array')], function (_, array) {
  (this as unknown as SingleValues).arrays--;
  // Return a copy: it isn't a range, so it isn't reduced to one value.
  return Array.isArray(array) ? array.slice() : (array ?? { value: '' });
});
define('REGEXMATCH', [
  argument('text', { acceptMatrix: false, type: ['STRING'] }),
  argument('pattern', { acceptMatrix: false, type: ['STRING'] }),
], (text, pattern) => ({ value: new RegExp(String(scalar(pattern)), 'u').test(String(scalar(text))) }));

// The engine uses the machine's clock. These use the workbook's and mark the formula as volatile.
replaceClock('NOW', (serial) => serial, ' h:mm:ss');
replaceClock('TODAY', Math.floor, '');
for (const name of ['RAND', 'RANDBETWEEN', 'RANDARRAY']) {
  const random = functionMapping[name];
  if (random === undefined) continue;
  functionMapping[name] = function (this: unknown, ...args: unknown[]) {
    (this as EngineContext).markVolatile();
    return random.apply(this, args);
  };
}

// The engine uses CONCATENATE for `&`, which then joins whole ranges. On Google, `&` joins two single values.
define('CONCATENATE.ALL', registry.get('CONCATENATE').args, functionMapping.CONCATENATE as Description['compute']);
// The engine combines the link and the label into one string. On Google, the value is the label.
define('HYPERLINK.LABEL', registry.get('HYPERLINK').args, (address, label) => {
  const link = String(scalar(address) ?? '');
  return { value: String(scalar(label) ?? link), link };
});
readWildcards();
takeSingleValues();
refuseTexts();
writeLocalTexts();
functionMapping.CONCATENATE = functionMapping.CONCAT!;
functionMapping.HYPERLINK = functionMapping['HYPERLINK.LABEL']!;

/** The engine returns a general error for a string in place of a number or boolean; Google returns #VALUE!. */
function refuseTexts(): void {
  const renamed = (result: unknown): unknown => {
    if (Array.isArray(result)) return result.map(renamed);
    const { value, message } = (result ?? {}) as EngineValue;
    return value === '#ERROR' && / cannot be coerced to /.test(message ?? '') ? { value: '#VALUE!', message } : result;
  };
  for (const [name, compute] of Object.entries(functionMapping))
    functionMapping[name] = function (this: unknown, ...given: unknown[]) {
      return renamed(compute.apply(this, given));
    };
}

function replaceClock(name: 'NOW' | 'TODAY', part: (serial: number) => number, time: string): void {
  functionMapping[name] = function (this: unknown) {
    const context = this as EngineContext;
    context.markVolatile();
    return { value: part(context.now()), format: context.locale.dateFormat + time };
  };
}

function scalar(argument: EngineArgument): unknown {
  return Array.isArray(argument) ? argument[0]?.[0]?.value : argument?.value;
}
