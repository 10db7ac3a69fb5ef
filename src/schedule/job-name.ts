/** What a job is called in plain words, told from what its row asks for. */
import type { Param } from '../protocol/operation.ts';
import { headerOf } from '../tables/header.ts';
import { datasets } from './datasets.ts';
import { type Job, timeWords } from './job.ts';
import { day } from './strategies/strategy.ts';

/** What decides it. */
export type Named = Pick<Job, 'dataset' | 'filter' | 'every'>;

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** More values of a condition are counted. */
const MOST_VALUES = 2;
/** A longer one is cut. */
const MOST_LETTERS = 40;

/** `Orders, every 10 minutes`. A date of this year, which is that of `today` (`YYYY-MM-DD`), bears no year. */
export function jobName({ dataset, filter, every }: Named, today: string): string {
  const { operation, plural = operation.title, promised } = datasets.find((each) => each.operation.id === dataset)!;
  const promise = 'continuous' in every ? promised?.(filter) : undefined;
  const { connection, storefront, from, ...others } = filter;
  const isBack = 'backfill' in every;
  const conditions = [
    ...(storefront === undefined ? [] : [`${storefront} storefront`]),
    ...(from === undefined || isBack ? [] : [`from ${dateWords(from, today)}`]),
    ...Object.entries(others).flatMap(([name, value]) => {
      const param = operation.params[name];
      // All of the Catalog is what a job pulls unless told.
      const isUsual = param?.insteadOf !== undefined || promise?.tells.includes(name);
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

/** The same name as it was in a year in which its date bore no year. */
export function withoutYear(name: string): string {
  return name.replace(/( \d{1,2}), \d{4}\b/, '$1');
}

/** `August 24`, of a date in any spelling that a filter may have. */
function dateWords(typed: unknown, today: string): string {
  const [year, month, date] = day('from', typed)!.split('-');
  const words = `${MONTHS[Number(month) - 1]} ${Number(date)}`;
  return today.startsWith(`${year}-`) ? words : `${words}, ${year}`;
}

/** `Unshipped`, `void soon 24 hours`, `12 item numbers`. */
function conditionWords(name: string, param: Param | undefined, value: unknown): string {
  const label = (param?.label ?? headerOf(name)).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const values = [value].flat().map((each) => param?.choices?.[String(each)] ?? String(each));
  if (values.length > MOST_VALUES) return `${values.length} ${label}`;
  const words = shortened(values.join(', '));
  const tellsItself = param?.choices ? /^[a-z]/i.test(words) : param?.type === 'texts' && /[a-z]/i.test(words);
  return tellsItself ? words : `${label} ${words}`;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS - 1)}…` : line;
}
