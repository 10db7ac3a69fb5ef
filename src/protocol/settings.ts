/** Settings of a connection: what the specification leaves open, as we assume it and as a person may change it. */
import { argumentError } from './market-error.ts';

interface Assumption<T extends string | number | boolean> {
  readonly value: T;
  readonly title: string;
  readonly reason: string;
  /** For texts: the allowed values with their meanings. */
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

const yesNo = (value: boolean, title: string, reason: string): Assumption<boolean> => ({ value, title, reason });

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
    "The operator's brand name; the specification uses a neutral word. Answers may use any word.",
  ),
  jsonRequestRoot: yesNo(
    false,
    'JSON requests have the envelope root',
    'XML requests have it. Clients of similar services report that JSON requests with it are refused.',
  ),
  issueUserPlace: choice(
    'root',
    'Place of IssueUser',
    { root: 'below the root', body: 'in RequestBody' },
    'Its position is not documented. In published requests, it is the first element under the root.',
  ),
  voidSoonPlace: choice(
    'criteria',
    'Place of VoidSoon',
    { criteria: 'in RequestCriteria', body: 'in RequestBody' },
    'Its position is not documented. The other criteria are in RequestCriteria.',
  ),
  extUrl: text(
    'group/searchGroupByCampaign',
    'Performance link selector (extUrl)',
    'Required, but its values are not documented. Published requests use this one.',
  ),
  eachStatus: yesNo(
    false,
    'Request orders once per status',
    'A blank status is documented as all statuses, but some clients received only unshipped orders. Uses six times the calls.',
  ),
  lookupFirstPage: number(
    1,
    [0, 1],
    'First page number of a lookup report',
    'Not documented for this operation. All others count pages from 1.',
  ),
  priceHistoryPageSize: number(
    100,
    [1, 1000],
    'Price changes per call',
    'No maximum is documented. If the service returns fewer than requested, the rest is requested again.',
  ),
  orderNumbersPerCall: number(
    100,
    [1, 100],
    'Order numbers per call',
    'No maximum is documented. One page of orders is requested at a time.',
  ),
  datesWithoutOffset: choice(
    'pacific',
    'Date-times without an offset',
    { pacific: 'Pacific time', utc: 'UTC' },
    'Documented as Pacific time for most answers, but not for ISO texts or the creation date of ad groups.',
  ),
  apiKeyCodes: text(
    'InvalidConsumerKey',
    'Error codes for a wrong API key',
    'Only the code for a wrong secret key (InvalidToken) is documented. Published responses have this one.',
  ),
  sellerCodes: text(
    'CE001, AccessDenied',
    'Error codes for a wrong seller ID',
    "CE001 is documented for a missing ID. In published responses, AccessDenied means another seller's ID.",
  ),
  addressCodes: text(
    'NotFound, 404',
    'Error codes for an unknown address',
    'Not documented. Any other code with HTTP status 404 is treated as an answer about the request.',
  ),
  capCodes: text(
    '429',
    'Error codes for a used-up cap',
    'The answer when a cap is used up is not documented. Published answers have this code with HTTP status 429.',
  ),
  capResetHeader: text(
    'X-RateLimit-ResetTime',
    'Header with the time when calls are allowed again',
    'Not documented. Published answers have it in Pacific time, month first. Retry-After works too.',
  ),
  noOrderCodes: text(
    'SO003',
    'Error codes that mean "no such order"',
    'Not documented. A published answer to an unknown order number has this one.',
  ),
  unlistedUpcCodes: text(
    'CT010',
    'Error codes that mean "this UPC is not listed by you"',
    'Documented as an unknown condition, but calls by UPC have no condition. In a published response, it means an unlisted UPC.',
  ),
  requestFaultCodes: text(
    'CE002',
    'Error codes for a malformed request',
    'Not documented. A published answer to an invalid request has this one.',
  ),
  headerErrorCodes: text(
    '4??, 5??',
    'Codes in a sponsored header that are errors',
    'Successful answers have a code too ("020"). Without rows, one of these is an error. ? matches any digit.',
  ),
  caps: text(
    '',
    'Calls per hour, if different from the documentation',
    'For example "orders 600, price-history 300", if another program uses the same caps.',
  ),
  callTimeoutSeconds: number(
    60,
    [5, 300],
    'Seconds to wait for an answer',
    'Not documented. Another client waits for minutes, but Google stops a run after six minutes.',
  ),
} as const satisfies Readonly<Record<string, Assumption<string | number | boolean>>>;

export type SettingName = keyof typeof assumptions;
export type Settings = { readonly [N in SettingName]: (typeof assumptions)[N]['value'] };

interface FromSetting<N extends SettingName = SettingName> {
  readonly setting: N;
}

/** A value of a declaration, or the setting that has it. */
export type Open<T> = T | FromSetting<NamesOf<T>>;

type NamesOf<T> = { [N in SettingName]: Settings[N] extends T ? N : never }[SettingName];

const NAMES = Object.keys(assumptions) as SettingName[];

export const assumed: Settings = Object.fromEntries(
  NAMES.map((name) => [name, assumptions[name].value]),
) as unknown as Settings;

/** The parts of a connection on which params and units depend. */
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

/** Splits a list such as `CE001, AccessDenied`. */
export function codesIn(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((code) => code !== '');
}

/** Checks typed settings, and leaves out blank and usual ones. Throws MARKET_ARGUMENT with the correction. */
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

/** Settings that must fit into a tag, an address or a header name. */
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
