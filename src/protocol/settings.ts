/** Settings of a connection: assumptions where the specification is silent, and a person's changes. */
import { argumentError } from './market-error.ts';

interface Assumption<T extends string | number | boolean> {
  readonly value: T;
  readonly title: string;
  readonly reason: string;
  /** For texts: the allowed values and their meanings. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly lowest?: number;
  readonly highest?: number;
}

const text = (value: string, title: string, reason: string): Assumption<string> => ({ value, title, reason });

const choice = (
  value: string,
  title: string,
  choices: Readonly<Record<string, string>>,
  reason: string,
): Assumption<string> => ({ value, title, choices, reason });

const yesNo = (value: boolean, title: string, reason: string): Assumption<boolean> => ({
  value,
  title,
  reason,
});

const number = (
  value: number,
  [lowest, highest]: readonly [number, number],
  title: string,
  reason: string,
): Assumption<number> => ({ value, title, reason, lowest, highest });

export const assumptions = {
  envelopeWord: text(
    'Market',
    'Word in the envelope of requests',
    "The operator's brand stands there; the specification writes a neutral word. Answers are read with any word.",
  ),
  jsonRequestRoot: yesNo(
    false,
    'JSON requests have the envelope root',
    'Requests in XML have it; clients of such services report that one in JSON is refused.',
  ),
  issueUserPlace: choice(
    'root',
    'Place of IssueUser',
    { root: 'below the root', body: 'in RequestBody' },
    'Its position is not documented; published requests have it first below the root.',
  ),
  voidSoonPlace: choice(
    'criteria',
    'Place of VoidSoon',
    { criteria: 'in RequestCriteria', body: 'in RequestBody' },
    'Its position is not documented; the other criteria stand in RequestCriteria.',
  ),
  extUrl: text(
    'group/searchGroupByCampaign',
    'Performance link selector (extUrl)',
    'Required, and its values are not documented; published requests have this one.',
  ),
  eachStatus: yesNo(
    false,
    'Orders are asked for once for each status',
    'A blank status is documented as all statuses, while some clients saw only unshipped orders. Costs six times the calls.',
  ),
  lookupFirstPage: number(
    1,
    [0, 1],
    'Number of the first page of a lookup report',
    'Not documented for this operation; all others count pages from 1.',
  ),
  priceHistoryPageSize: number(
    100,
    [1, 1000],
    'Price changes in one call',
    'No maximum is documented. When the service gives fewer than it was asked for, that is noticed and the rest is asked for.',
  ),
  orderNumbersPerCall: number(
    100,
    [1, 100],
    'Order numbers in one call',
    'No maximum is documented for the lists; one page of orders is asked for at a time.',
  ),
  datesWithoutOffset: choice(
    'pacific',
    'Date-times without an offset',
    { pacific: 'Pacific time', utc: 'UTC' },
    'Documented as Pacific for most answers, not for the creation date of ad groups and for ISO texts.',
  ),
  apiKeyCodes: text(
    'InvalidConsumerKey',
    'Error codes of a wrong API key',
    'Only the code of a wrong secret key (InvalidToken) is documented; published answers have this one.',
  ),
  sellerCodes: text(
    'CE001, AccessDenied',
    'Error codes of a wrong seller ID',
    'CE001 is documented for a missing one; published answers have AccessDenied for a foreign one.',
  ),
  addressCodes: text(
    'NotFound, 404',
    'Error codes of an unknown address',
    'Not documented; with HTTP status 404 any other code is taken for what the service says about the question.',
  ),
  capCodes: text(
    '429',
    'Error codes of a spent cap',
    'The answer to a call too many is not documented; published answers have this code, with HTTP status 429.',
  ),
  capResetHeader: text(
    'X-RateLimit-ResetTime',
    'Header that says when calls are allowed again',
    'Not documented; published answers have it, in Pacific time with the month first. Retry-After is honoured as well.',
  ),
  noOrderCodes: text(
    'SO003',
    'Error codes that mean "no such order"',
    'Not documented; a published answer to an unknown order number has this one.',
  ),
  unlistedUpcCodes: text(
    'CT010',
    'Error codes that mean "this UPC is not listed by you"',
    'Documented as an unknown condition; a call by UPC names no condition, and a published answer has it for such a UPC.',
  ),
  requestFaultCodes: text(
    'CE002',
    'Error codes of a malformed request',
    'Not documented; a published answer has this one where a request breaks the schema.',
  ),
  headerErrorCodes: text(
    '4??, 5??',
    'Codes in a sponsored header that are errors',
    'A header comes with success too ("020"). Without rows, one of these is an error; ? stands for any digit.',
  ),
  caps: text(
    '',
    'Calls an hour, where they are not as documented',
    'Such as "orders 600, price-history 300": a program of yours beside this one spends of the same caps.',
  ),
  callTimeoutSeconds: number(
    60,
    [5, 300],
    'Seconds to wait for an answer',
    'Not documented; one client allows minutes, while a run on Google ends after six.',
  ),
} as const satisfies Readonly<Record<string, Assumption<string | number | boolean>>>;

export type SettingName = keyof typeof assumptions;
export type Settings = { readonly [N in SettingName]: (typeof assumptions)[N]['value'] };

export interface FromSetting<N extends SettingName = SettingName> {
  readonly setting: N;
}

/** A value, or the setting that gives it. */
export type Open<T> = T | FromSetting<NamesOf<T>>;

type NamesOf<T> = { [N in SettingName]: Settings[N] extends T ? N : never }[SettingName];

const NAMES = Object.keys(assumptions) as SettingName[];

export const assumed: Settings = Object.fromEntries(
  NAMES.map((name) => [name, assumptions[name].value]),
) as unknown as Settings;

/** What requests and answers depend on. */
export interface Terms {
  /** Order version. */
  readonly version?: string;
  readonly settings?: Partial<Settings>;
}

export function settingsWith(changes: Partial<Settings> | undefined): Settings {
  return changes ? { ...assumed, ...changes } : assumed;
}

export function settle<T>(open: Open<T>, settings: Settings): T {
  return typeof open === 'object' && open !== null && 'setting' in open
    ? (settings[open.setting] as unknown as T)
    : (open as T);
}

/** Such as `CE001, AccessDenied`. */
export function codesIn(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((code) => code !== '');
}

/** Checks typed settings; leaves out blank and default ones. */
export function readSettings(input: unknown): Partial<Settings> {
  const typed = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  for (const name of Object.keys(typed))
    if (!NAMES.includes(name as SettingName))
      throw argumentError(`There is no setting "${name}". Available: ${NAMES.join(', ')}.`);
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

/** Settings used in tags, addresses or header names. */
const SHAPES: Partial<Record<SettingName, typeof PLAIN>> = {
  envelopeWord: {
    shape: /^[A-Za-z]\w{0,39}$/,
    takes: 'up to 40 letters, digits, and underscores, beginning with a letter',
  },
  caps: {
    shape: /^[a-z][a-z-]* [1-9]\d{0,5}(, ?[a-z][a-z-]* [1-9]\d{0,5})*$/,
    takes: 'operations with calls per hour, such as orders 600, price-history 300',
  },
  capResetHeader: { shape: /^[\w-]{1,100}$/, takes: 'up to 100 letters, digits, hyphens, and underscores' },
};

const PLAIN = { shape: /^[\x20-\x7E]{1,200}$/, takes: 'up to 200 plain characters' };
