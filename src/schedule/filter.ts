/** Parses job filters such as `status = Unshipped; connection = My shop`, and names jobs. */
import { offeredStorefront } from '../protocol/connection.ts';
import { clip } from '../protocol/lists.ts';
import { orElse } from '../protocol/market-error.ts';
import type { Operation, Param } from '../protocol/operation.ts';
import { plainName, readParams } from '../protocol/params.ts';
import { headerOf } from '../tables/header.ts';
import { type Dataset, datasetOf } from './datasets.ts';
import { type Job, timeWords } from './job.ts';
import { day } from './strategies/strategy.ts';

const COMMON: Readonly<Record<string, Param>> = {
  connection: { type: 'text', meaning: 'Name of the connection.' },
  storefront: { type: 'text', meaning: 'Storefront.' },
};

/** Returns params by name with the service's values, or an error message. */
export function readFilter(dataset: Dataset, typed: string): Job['filter'] | string {
  const { operation, options = {} } = dataset;
  const params = namesIn(dataset);
  const input: Record<string, string> = {};
  for (const part of (typed.match(CONDITION) ?? []).map((each) => each.trim()).filter((each) => each !== '')) {
    const at = part.indexOf('=');
    if (at < 1)
      return `Filter: "${part}" is not a valid filter. Enter a name, an equals sign, and a value, such as ${example(params)}.`;
    const asked = part.slice(0, at).trim();
    const value = unquoted(part.slice(at + 1).trim());
    const name = nameOf(params, asked);
    if (name === undefined)
      return `Filter: ${operation.title} has no filter "${asked}". Choose from ${Object.keys(params).join(', ')}.`;
    if (name in input) return `Filter: "${name}" appears twice. Put its values after one equals sign.`;
    if (value === undefined)
      return `Filter: put quotation marks around the entire value of "${name}", and double any inside it.`;
    if (value === '') return `Filter: "${name}" has no value. Enter one after the equals sign.`;
    input[name] = value;
  }
  const read = () => {
    const given = Object.entries(input);
    const chosen = given.filter(([name]) => name in options);
    for (const [name, value] of chosen) options[name]!(name, value);
    const asked = Object.fromEntries(given.filter(([name]) => !(name in options)));
    const { params: checked, ignored } = readParams({ ...operation, params }, asked);
    if (ignored.length > 0) return `Filter: "${ignored.join('", "')}" has no effect with the other filters. Remove it.`;
    const storefront = input.storefront && offeredStorefront(operation, input.storefront);
    return { ...checked, ...Object.fromEntries(chosen), ...(storefront ? { storefront } : {}) };
  };
  return orElse<Job['filter'] | string, string>(read, ({ message }) => `Filter: ${message}`);
}

export function condition(name: string, value: string): string {
  return `${name} = ${/^"|[;\n]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value}`;
}

/** Matches a condition up to a semicolon or line break outside quotation marks. */
const CONDITION = /[^;\n=]*=\s*"(?:[^"]|"")*"[^;\n]*|[^;\n]+/g;

function unquoted(value: string) {
  if (!value.startsWith('"')) return value;
  return /^"(?:[^"]|"")*"$/.test(value) ? value.slice(1, -1).replace(/""/g, '"') : undefined;
}

function nameOf(params: Operation['params'], typed: string) {
  const word = plainName(typed);
  const names = Object.keys(params);
  return (
    names.find((name) => plainName(name) === word) ??
    names.find((name) => plainName(params[name]!.label ?? '') === word)
  );
}

export function conditionsOf(dataset: Dataset): readonly string[] {
  return Object.keys(namesIn(dataset));
}

/** Params are optional and have no defaults, because the strategy fills them in. */
function namesIn({ operation, options, sets = [] }: Dataset): Operation['params'] {
  const params = Object.entries(operation.params).flatMap(([name, { required, otherwise, ...param }]) => {
    if (sets.includes(name)) return [];
    // A job can list several values and pull them in sequence.
    const isListed = required && param.type === 'text';
    return [[name, isListed ? { ...param, type: 'texts' as const } : param] as const];
  });
  const extra = Object.keys(options ?? {}).map((name) => [name, { type: 'text', meaning: '' }] as const);
  return { ...Object.fromEntries(params), ...Object.fromEntries(extra), ...COMMON };
}

function example(params: Operation['params']) {
  const [name = '', param] = Object.entries(params)[0] ?? [];
  const [choice = '…'] = Object.values(param?.choices ?? {});
  return `${name} = ${choice}`;
}

export type Named = Pick<Job, 'dataset' | 'filter' | 'every'>;

/** Job names show longer lists as a count. */
const MOST_VALUES = 2;
const MOST_LETTERS = 40;

/** Returns a name such as `Orders, every 10 minutes`. Omits the year of `today`, `YYYY-MM-DD`. */
export function jobName({ dataset, filter, every }: Named, today: string): string {
  const { operation, plural = operation.title, promised } = datasetOf(dataset);
  const promise = 'continuous' in every ? promised?.(filter) : undefined;
  const { connection, storefront, from, ...others } = filter;
  const isBack = 'backfill' in every;
  const conditions = [
    ...(storefront === undefined ? [] : [`${storefront} storefront`]),
    ...(from === undefined || isBack ? [] : [`from ${dateWords(from, today)}`]),
    ...Object.entries(others).flatMap(([name, value]) => {
      const param = operation.params[name];
      // `insteadOf` params select the whole Catalog, which is the default for jobs.
      const isUsual = param?.insteadOf !== undefined || promise?.options.includes(name);
      return isUsual ? [] : [conditionWords(name, param, value)];
    }),
  ];
  const what = [
    plural,
    ...(connection === undefined ? [] : [` of ${shortened(String(connection))}`]),
    ...(conditions.length === 0 ? [] : [` (${conditions.join(', ')})`]),
  ].join('');
  if (isBack) return `${what} back ${from === undefined ? 'a year' : `to ${dateWords(from, today)}`}`;
  if (promise) return `${what}: ${promise.words}`;
  return 'minutes' in every ? `${what}, every ${timeWords(every.minutes)}` : `${what}, all the time`;
}

/** Removes the year from a name, because names omit it for dates in the current year. */
export function withoutYear(name: string): string {
  return name.replace(/( \d{1,2}), \d{4}\b/, '$1');
}

/** Returns a date such as `August 24`. Accepts any format allowed in filters. */
function dateWords(typed: unknown, today: string) {
  const date = day('from', typed)!;
  const words = new Date(date).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return date.slice(0, 4) === today.slice(0, 4) ? words : `${words}, ${date.slice(0, 4)}`;
}

/** Returns, for example, `Unshipped`, `void soon 24 hours`, or `12 item numbers`. */
function conditionWords(name: string, param: Param | undefined, value: unknown) {
  const label = (param?.label ?? headerOf(name)).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const values = [value].flat().map((each) => param?.choices?.[String(each)] ?? String(each));
  if (values.length > MOST_VALUES) return `${values.length} ${label}`;
  const words = shortened(values.join(', '));
  const tellsItself = param?.choices ? /^[a-z]/i.test(words) : param?.type === 'texts' && /[a-z]/i.test(words);
  return tellsItself ? words : `${label} ${words}`;
}

function shortened(text: string) {
  return clip(text.replace(/\s+/g, ' '), MOST_LETTERS);
}
