/** What the README of the protocol lists, from the declarations: operations, their params, settings and what needs none. */
import { operations } from '../../src/operations/registry.ts';
import { assumptions, openButHarmless, type SettingName } from '../../src/protocol/assumptions.ts';
import { type Operation, type Param, STOREFRONTS } from '../../src/protocol/operation.ts';
import { headerOf } from '../../src/tables/header.ts';
import { markdownTable } from '../support/markdown.ts';

const all: readonly Operation[] = Object.values(operations);

/** Markdown: which storefronts offer each operation, in which formats, and how often it may be called. */
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

/** What may be given in place of a list. */
function standInOf(params: Operation['params'], name: string): string {
  const [other] = Object.keys(params).filter((each) => params[each]!.insteadOf === name);
  return other === undefined ? '' : `, or \`${other}\` in its place`;
}

function usualOf(otherwise: NonNullable<Param['otherwise']>): string {
  return typeof otherwise === 'string' ? `\`${otherwise}\`` : `the setting *${assumptions[otherwise.setting].title}*`;
}

/** Markdown: each assumption with its value and its reason. */
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

/** Markdown: what is left open and needs no setting. */
export function openTable(): string {
  return markdownTable(
    ['Left open', 'How it is handled'],
    openButHarmless.map(({ what, how }) => [what, how]),
  );
}
