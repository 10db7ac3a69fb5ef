/** README tables built from the declarations: operations, params, settings, and open questions. */
import { operations } from '../../src/operations/registry.ts';
import { type Operation, type Param, STOREFRONTS } from '../../src/protocol/operation.ts';
import { assumptions, type SettingName } from '../../src/protocol/settings.ts';
import { headerOf } from '../../src/tables/header.ts';
import { markdownTable } from '../support/markdown.ts';

/**
 * Open questions about the specification that need no setting, because all variants are accepted or the user decides.
 * The README lists them after the settings.
 */
const openButHarmless: readonly { readonly what: string; readonly how: string }[] = [
  {
    what: 'existing order versions',
    how: '304 and higher are accepted; the default is 314, the newest with documented fields',
  },
  {
    what: 'effect of the order version',
    how: 'cells of fields that a version lacks are not blanked',
  },
  {
    what: 'values of searchKeywordType, sponsorType, and campaign type',
    how: 'sent as entered; forms suggest values from published requests',
  },
  { what: 'valid warehouse country codes', how: 'any three letters are sent, in uppercase' },
  { what: 'place of WarehouseCode and Quantity', how: 'read from the entry or a list in it' },
  { what: 'element of PriceLogs in XML, shape of lists in JSON', how: 'all shapes are accepted' },
  {
    what: 'other codes of condition, status, match type, fulfillment, and sales channel',
    how: 'kept as received and listed once on Status',
  },
  { what: 'HTTP status of each error', how: 'the error code takes precedence' },
  {
    what: 'days of ads',
    how: 'Pacific, and the last day is included: one day is requested from that day to that day',
  },
  { what: 'scale of the conversion rate', how: 'a fraction, like ACoS and CTR' },
  { what: 'currency of prices on the Canadian platform', how: 'Canadian dollars' },
  { what: 'values of ProcessStatus', how: 'kept as received; each price change counts, whatever its status' },
  {
    what: 'what marks an order as downloaded',
    how: "reading orders doesn't; if pulls without downloaded orders miss some, don't leave them out",
  },
];

const all: readonly Operation[] = Object.values(operations);

/** Each operation's storefronts, formats, and hourly cap. */
export function operationTable(): string {
  return markdownTable(
    ['Operation', 'Id', ...STOREFRONTS.map(headerOf), 'Formats', 'Calls per hour'],
    all.map(({ id, title, paths, formats, cap }) => [
      title,
      `\`${id}\``,
      ...STOREFRONTS.map((storefront) => (paths[storefront] ? '✓' : '')),
      formats.map((format) => format.toUpperCase()).join(', '),
      cap.toLocaleString('en-US'),
    ]),
  );
}

/** An operation's params below its title. */
export function paramTable({ title, params }: Operation): string {
  const rows = Object.entries(params).map(([name, param]) => [
    `\`${name}\`${(param.label ?? headerOf(name)) === headerOf(name) ? '' : ` (${param.label})`}`,
    takesOf(param) + standInOf(params, name),
  ]);
  return `### ${title}\n\n${markdownTable(['Param', 'Takes'], rows)}`;
}

const TYPES: Readonly<Record<Exclude<Param['type'], 'choice'>, string>> = {
  text: 'text',
  texts: 'a list',
  integer: 'a whole number',
  day: 'a date',
  dayStart: 'a date or date-time',
  dayEnd: 'a date or date-time',
};

function takesOf({ type, choices = {}, choicesSince = {}, open, required, otherwise, lowest, since }: Param) {
  const choice = ([value, meaning]: readonly [string, string]) =>
    `\`${value}\`${meaning === value ? '' : ` ${meaning}`}${choicesSince[value] ? ` (order version ${choicesSince[value]})` : ''}`;
  const taken = type === 'choice' ? Object.entries(choices).map(choice).join(', ') : TYPES[type];
  return [
    taken + (open ? ', or another value' : ''),
    ...(lowest === undefined ? [] : [`${lowest} or higher`]),
    ...(since === undefined ? [] : [`order version ${since}`]),
    ...(required ? ['required'] : []),
    ...(otherwise === undefined ? [] : [`blank: ${usualOf(otherwise)}`]),
  ].join('; ');
}

/** The param that can be used instead of a list. */
function standInOf(params: Operation['params'], name: string): string {
  const [other] = Object.keys(params).filter((each) => params[each]!.insteadOf === name);
  return other === undefined ? '' : `, or \`${other}\` instead`;
}

function usualOf(otherwise: NonNullable<Param['otherwise']>): string {
  return typeof otherwise === 'string' ? `\`${otherwise}\`` : `the setting *${assumptions[otherwise.setting].title}*`;
}

/** Each assumption with its value and reason. */
export function settingTable(): string {
  return markdownTable(
    ['Setting', 'Default', 'Reason'],
    (Object.keys(assumptions) as SettingName[]).map((name) => [
      assumptions[name].title,
      inWords(name),
      assumptions[name].reason,
    ]),
  );
}

function inWords(name: SettingName): string {
  const { value, choices } = { choices: undefined, ...assumptions[name] } as {
    value: string | number | boolean;
    choices?: Readonly<Record<string, string>>;
  };
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (choices) return choices[String(value)]!;
  if (value === '') return '(blank)';
  return typeof value === 'number' ? String(value) : `\`${value}\``;
}

/** Open questions without a setting. */
export function openTable(): string {
  return markdownTable(
    ['Undocumented', 'Behavior'],
    openButHarmless.map(({ what, how }) => [what, how]),
  );
}
