/** The settings of a connection: what is assumed where the specification is silent, and what a person changed. */
import { assumptions, type SettingName, type Settings } from './assumptions.ts';
import { argumentError } from './market-error.ts';

/** A value of a declaration that a setting gives. */
export interface FromSetting<N extends SettingName = SettingName> {
  readonly setting: N;
}

/** A value in a declaration, or the setting that gives it. */
export type Open<T> = T | FromSetting<NamesOf<T>>;

type NamesOf<T> = { [N in SettingName]: Settings[N] extends T ? N : never }[SettingName];

const NAMES = Object.keys(assumptions) as SettingName[];

export const assumed: Settings = Object.fromEntries(
  NAMES.map((name) => [name, assumptions[name].value]),
) as unknown as Settings;

/** The part of a connection on which requests and answers depend. */
export interface Terms {
  /** Order version. */
  readonly version?: string;
  readonly settings?: Partial<Settings>;
}

/** All settings, those that nobody changed as they are assumed. */
export function settingsWith(changes: Partial<Settings> | undefined): Settings {
  return changes ? { ...assumed, ...changes } : assumed;
}

export function settle<T>(open: Open<T>, settings: Settings): T {
  return typeof open === 'object' && open !== null && 'setting' in open
    ? (settings[open.setting] as unknown as T)
    : (open as T);
}

/** The codes in a setting such as `CE001, AccessDenied`. */
export function codesIn(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((code) => code !== '');
}

/** Checks settings as a person typed them; those that are blank or as assumed are left out. */
export function readSettings(input: unknown): Partial<Settings> {
  const typed = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  for (const name of Object.keys(typed))
    if (!NAMES.includes(name as SettingName))
      throw argumentError(`There is no setting "${name}"; there is ${NAMES.join(', ')}.`);
  const changes = NAMES.flatMap((name) => {
    const text = String(typed[name] ?? '').trim();
    if (text === '') return [];
    const value = readSetting(name, text);
    return value === assumed[name] ? [] : [[name, value] as const];
  });
  return Object.fromEntries(changes) as Partial<Settings>;
}

function readSetting(name: SettingName, text: string): string | number | boolean {
  const { value, title, choices, lowest, highest } = {
    choices: undefined,
    lowest: undefined,
    highest: undefined,
    ...assumptions[name],
  };
  if (typeof value === 'boolean') {
    if (/^(true|yes)$/i.test(text)) return true;
    if (/^(false|no)$/i.test(text)) return false;
    throw argumentError(`"${title}" takes yes or no, not "${text}".`);
  }
  if (typeof value === 'number') {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= (lowest ?? 0) && number <= (highest ?? number)) return number;
    throw argumentError(`"${title}" takes a whole number from ${lowest} to ${highest}, not "${text}".`);
  }
  if (choices && !Object.prototype.hasOwnProperty.call(choices, text))
    throw argumentError(`"${title}" takes ${Object.keys(choices).join(' or ')}, not "${text}".`);
  const { shape, takes } = SHAPES[name] ?? PLAIN;
  if (!shape.test(text)) throw argumentError(`"${title}" takes ${takes}, not "${text}".`);
  return text;
}

/** Settings that become part of a tag, an address or a header name have to fit there. */
const SHAPES: Partial<Record<SettingName, typeof PLAIN>> = {
  envelopeWord: {
    shape: /^[A-Za-z]\w{0,39}$/,
    takes: 'at most 40 letters, digits and _ and begins with a letter',
  },
  caps: {
    shape: /^[a-z][a-z-]* [1-9]\d{0,5}(, ?[a-z][a-z-]* [1-9]\d{0,5})*$/,
    takes: 'operations with their calls an hour, such as orders 600, price-history 300',
  },
  capResetHeader: { shape: /^[\w-]{1,100}$/, takes: 'at most 100 letters, digits, - and _' },
};

const PLAIN = { shape: /^[\x20-\x7E]{1,200}$/, takes: 'at most 200 plain characters' };
