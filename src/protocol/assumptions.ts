/**
 * What the API specification leaves open ("not shown"). Each assumption is made here once, with its reason,
 * and is a setting: a connection can say otherwise, when its service turns out to differ.
 */

/** A value that is assumed until a connection says otherwise. */
interface Assumption<T extends string | number | boolean> {
  readonly value: T;
  /** Name of the setting, for people. */
  readonly title: string;
  readonly reason: string;
  /** For texts: the only values there are, and what they mean. */
  readonly choices?: Readonly<Record<string, string>>;
  /** For numbers. */
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

/**
 * What is left open and needs no setting, because every reading is accepted, or because it is the person who says it.
 * The README of this folder shows these beside the settings.
 */
export const openButHarmless: readonly { readonly what: string; readonly how: string }[] = [
  {
    what: 'order versions that exist',
    how: 'any from 304 on, as the connection says; 314 unless told, the newest whose fields are documented',
  },
  {
    what: 'how a version changes an answer',
    how: 'fields of newer versions are neither expected nor blanked',
  },
  {
    what: 'values of searchKeywordType, sponsorType and campaign type',
    how: 'sent as they are entered; the forms propose those that published requests have',
  },
  { what: 'valid warehouse country codes', how: 'any three letters are sent, in capitals' },
  { what: 'place of WarehouseCode and Quantity', how: 'read in the entry itself and in a list below it' },
  { what: 'element of PriceLogs in XML, shape of lists in JSON', how: 'every shape is read' },
  {
    what: 'other codes of condition, status, match type, fulfilment and sales channel',
    how: 'kept as they came and listed once on the Status sheet',
  },
  { what: 'HTTP status of each error', how: 'the error code decides; the status only where there is none' },
];
