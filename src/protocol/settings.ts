/** Connection settings for undocumented details of the service, with our assumptions as defaults. */
import { argumentError } from './market-error.ts';

interface Assumption<T extends string | number | boolean> {
  readonly value: T;
  readonly title: string;
  readonly reason: string;
  /** Allowed values with their meanings. */
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

const noYes = (title: string, reason: string): Assumption<boolean> => ({ value: false, title, reason });

const number = (
  value: number,
  [lowest, highest]: readonly [number, number],
  title: string,
  reason: string,
): Assumption<number> => ({ value, title, reason, lowest, highest });

export const assumptions = {
  envelopeWord: text(
    'Market',
    'Brand name in request envelopes',
    "The specification uses a placeholder for the operator's brand name. Responses can use any name.",
  ),
  jsonRequestRoot: noYes(
    'JSON requests include the envelope root',
    'XML requests include it. Similar services reject JSON requests that include it.',
  ),
  issueUserPlace: choice(
    'root',
    'Where IssueUser appears',
    { root: 'below the root', body: 'in RequestBody' },
    'In published requests, it is the first element below the root.',
  ),
  voidSoonPlace: choice(
    'criteria',
    'Where VoidSoon appears',
    { criteria: 'in RequestCriteria', body: 'in RequestBody' },
    'The other criteria are in RequestCriteria.',
  ),
  extUrl: text(
    'group/searchGroupByCampaign',
    'Performance link to use (extUrl)',
    'Required. Published examples use this value.',
  ),
  eachStatus: noYes(
    'Request orders once per status',
    'Blank should mean all statuses, but some clients received only unshipped orders. Uses six times as many calls.',
  ),
  lookupFirstPage: number(1, [0, 1], 'First page number of a lookup report', 'Other operations start at page 1.'),
  priceHistoryPageSize: number(
    100,
    [1, 1000],
    'Price changes per call',
    'No maximum is documented. If the service returns fewer, the rest are requested.',
  ),
  orderNumbersPerCall: number(100, [1, 100], 'Order numbers per call', 'No maximum is documented.'),
  datesWithoutOffset: choice(
    'pacific',
    'Date-times without an offset',
    { pacific: 'Pacific time', utc: 'UTC' },
    'Most are documented as Pacific time, but not ISO dates or ad group creation dates.',
  ),
  apiKeyCodes: text(
    'InvalidConsumerKey',
    'Error codes for a wrong API key',
    'Only InvalidToken (wrong secret key) is documented. The other code comes from published responses.',
  ),
  sellerCodes: text(
    'CE001, AccessDenied',
    'Error codes for a wrong seller ID',
    "CE001 is documented for a missing ID. Published responses use AccessDenied for another seller's ID.",
  ),
  addressCodes: text(
    'NotFound, 404',
    'Error codes for an unknown address',
    'Other codes with HTTP status 404 mean a problem with the request itself.',
  ),
  capCodes: text('429', 'Error codes when a cap is reached', 'Published responses use this code with HTTP status 429.'),
  capResetHeader: text(
    'X-RateLimit-ResetTime',
    "Header with the cap's reset time",
    'Published responses use Pacific time, month first. Retry-After also works.',
  ),
  noOrderCodes: text(
    'SO003',
    'Error codes that mean "no such order"',
    'A published response to an unknown order number uses this code.',
  ),
  unlistedUpcCodes: text(
    'CT010',
    'Error codes that mean "you have not listed this UPC"',
    'Documented as an unknown item condition, which UPC calls do not have. Published for an unlisted UPC.',
  ),
  requestFaultCodes: text(
    'CE002',
    'Error codes for a malformed request',
    'In a published example, the response to an invalid request has this code.',
  ),
  headerErrorCodes: text(
    '4??, 5??',
    'Error codes in ad response headers',
    'Successful responses also have a code, such as "020". A response without rows and with one of these codes is an error. ? matches any digit.',
  ),
  caps: text(
    '',
    'Calls per hour, if different from the documentation',
    'For example, "orders 600, price-history 300" if another program shares the caps.',
  ),
  callTimeoutSeconds: number(60, [5, 300], 'Seconds to wait for a response', 'Google stops a run after six minutes.'),
} as const satisfies Readonly<Record<string, Assumption<string | number | boolean>>>;

export type SettingName = keyof typeof assumptions;
export type Settings = { readonly [N in SettingName]: (typeof assumptions)[N]['value'] };

interface FromSetting<N extends SettingName = SettingName> {
  readonly setting: N;
}

/** A declared value, or a reference to the setting that contains it. */
export type Open<T> = T | FromSetting<NamesOf<T>>;

type NamesOf<T> = { [N in SettingName]: Settings[N] extends T ? N : never }[SettingName];

const NAMES = Object.keys(assumptions) as SettingName[];

export const assumed: Settings = Object.fromEntries(
  NAMES.map((name) => [name, assumptions[name].value]),
) as unknown as Settings;

/** The parts of a connection that affect params and units. */
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

/** Splits a list of codes such as `CE001, AccessDenied`. */
export function codesIn(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((code) => code !== '');
}

/** Validates typed settings. Omits blank and default ones. Throws MARKET_ARGUMENT with a correction. */
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
  const { value, title, choices, lowest, highest }: Assumption<string | number | boolean> = assumptions[name];
  if (typeof value === 'boolean') {
    if (/^(true|yes)$/i.test(text)) return true;
    if (/^(false|no)$/i.test(text)) return false;
    throw argumentError(`"${title}" takes yes or no, not "${text}".`);
  }
  if (typeof value === 'number') {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= lowest! && number <= highest!) return number;
    throw argumentError(`"${title}" takes a whole number from ${lowest} to ${highest}, not "${text}".`);
  }
  if (choices && !Object.prototype.hasOwnProperty.call(choices, text))
    throw argumentError(`"${title}" takes ${Object.keys(choices).join(' or ')}, not "${text}".`);
  const { shape, takes } = SHAPES[name] ?? PLAIN;
  if (!shape.test(text)) throw argumentError(`"${title}" takes ${takes}, not "${text}".`);
  return text;
}

/** Formats of settings used in tags, addresses, or header names. */
const SHAPES: Partial<Record<SettingName, typeof PLAIN>> = {
  envelopeWord: {
    shape: /^[A-Za-z]\w{0,39}$/,
    takes: 'up to 40 letters, digits, and underscores, beginning with a letter',
  },
  caps: {
    shape: /^[a-z][a-z-]* [1-9]\d{0,5}(, ?[a-z][a-z-]* [1-9]\d{0,5})*$/,
    takes: 'operations with their calls per hour, such as orders 600, price-history 300',
  },
  capResetHeader: { shape: /^[\w-]{1,100}$/, takes: 'up to 100 letters, digits, hyphens, and underscores' },
};

const PLAIN = { shape: /^[\x20-\x7E]{1,200}$/, takes: 'up to 200 English letters, digits, and symbols' };
