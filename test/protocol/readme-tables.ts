/** The README tables of `protocol`, built from the declarations: operations, params, settings and open points. */
import { operations } from '../../src/operations/registry.ts';
import { type Operation, type Param, STOREFRONTS } from '../../src/protocol/operation.ts';
import { assumptions, type SettingName } from '../../src/protocol/settings.ts';
import { headerOf } from '../../src/tables/header.ts';
import { markdownTable } from '../support/markdown.ts';

/**
 * Open points of the specification that need no setting, because every reading is accepted or the person decides. The
 * README shows them next to the settings.
 */
const openButHarmless: readonly { readonly what: string; readonly how: string }[] = [
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

const all: readonly Operation[] = Object.values(operations);

/** Markdown: the storefronts, formats and hourly cap of each operation. */
export function operationTable(): string {
  return markdownTable(
    ['Operation', 'Id', ...STOREFRONTS.map(headerOf), 'Formats', 'Calls an hour'],
    all.map(({ id, title, paths, formats, cap }) => [
      title,
      `\`${id}\``,
      ...STOREFRONTS.map((storefront) => (paths[storefront] ? '✓' : '')),
      formats.map((format) => format.toUpperCase()).join(', '),
      cap.toLocaleString('en-US'),
    ]),
  );
}

/** Markdown: the params of an operation below its title. */
export function paramTable({ title, params }: Operation): string {
  const rows = Object.entries(params).map(([name, param]) => [
    `\`${name}\``,
    param.label ?? headerOf(name),
    param.meaning,
    takesOf(param) + standInOf(params, name),
  ]);
  return `### ${title}\n\n${markdownTable(['Param', 'In the form', 'What it is', 'Takes'], rows)}`;
}

const TYPES: Readonly<Record<Exclude<Param['type'], 'choice'>, string>> = {
  text: 'text',
  texts: 'a list',
  integer: 'a whole number',
  day: 'a day',
  dayStart: 'a day or a moment',
  dayEnd: 'a day or a moment',
};

function takesOf({ type, choices = {}, choicesSince = {}, open, required, otherwise, lowest, since }: Param) {
  const choice = ([value, meaning]: readonly [string, string]) =>
    `\`${value}\`${meaning === value ? '' : ` ${meaning}`}${choicesSince[value] ? ` (from version ${choicesSince[value]} on)` : ''}`;
  const taken = type === 'choice' ? Object.entries(choices).map(choice).join(', ') : TYPES[type];
  return [
    taken + (open ? ', or another value' : ''),
    ...(lowest === undefined ? [] : [`from ${lowest} on`]),
    ...(since === undefined ? [] : [`from order version ${since} on`]),
    ...(required ? ['required'] : []),
    ...(otherwise === undefined ? [] : [`blank: ${usualOf(otherwise)}`]),
  ].join('; ');
}

/** The param that may replace a list. */
function standInOf(params: Operation['params'], name: string): string {
  const [other] = Object.keys(params).filter((each) => params[each]!.insteadOf === name);
  return other === undefined ? '' : `, or \`${other}\` in its place`;
}

function usualOf(otherwise: NonNullable<Param['otherwise']>): string {
  return typeof otherwise === 'string' ? `\`${otherwise}\`` : `the setting *${assumptions[otherwise.setting].title}*`;
}

/** Markdown: each assumption with its value and reason. */
export function settingTable(): string {
  return markdownTable(
    ['Setting', 'Usual value', 'Reason'],
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

/** Markdown: open points that need no setting. */
export function openTable(): string {
  return markdownTable(
    ['Left open', 'How it is handled'],
    openButHarmless.map(({ what, how }) => [what, how]),
  );
}
