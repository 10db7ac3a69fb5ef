/** Whether the warehouse holds rows for certain: asked of it by day, as a count and the sums of their amounts. */
import type { Leaving } from '../tables/aged.ts';
import { INCOMPLETE } from '../tables/cells.ts';
import { AS_OF, RAW_DATES } from '../tables/columns.ts';
import { cellAt, isMarked, keyAt } from '../tables/positions.ts';
import type { Book, Journal } from '../tables/sheet.ts';
import { callAll, demand, type ServicePorts } from './calls.ts';
import { isExpiring } from './ensure.ts';
import { readOutbox } from './outbox.ts';
import { type QueryResource, queryResults, runQuery } from './resources.ts';
import { DATASET, type ExportedField, type ExportedTable, exportedTable, KEY_FIELD } from './schema.ts';
import type { ServiceRequest } from './service.ts';
import type { Place } from './state.ts';
import { jsonValue, UNREADABLE } from './values.ts';

export interface ConfirmPorts extends ServicePorts {
  readonly book: Book;
  readonly lines: Journal;
}

/** Characters of the keys that stand in one query, which may have a million in all. */
const LONGEST = 500_000;
/** Of an amount, that sums of doubles are off. */
const LEAST = 0.0005;

/** A day, or nothing where rows have none, with the number of rows and the sum of each column of money. */
type ByDay = Map<string, readonly number[]>;

/**
 * Throws what keeps it from being asked. A row that is still to be sent, that an execution did not finish or that the
 * warehouse has otherwise is not confirmed, and none is where its tables expire.
 */
export function confirmed(ports: ConfirmPorts, place: Place, leaving: readonly Leaving[], until: number): boolean {
  const parts = leaving.filter(({ indexes }) => indexes.length > 0);
  const tables = parts.map(({ opened }) => exportedTable(opened.table));
  if (tables.some((table) => table === undefined)) return false;
  if (isExpiring(ports, place, tables as ExportedTable[], until)) return false;
  const waiting = new Map<string, Set<string>>();
  for (const { table, entries } of readOutbox(ports.lines)) {
    const keys = waiting.get(table) ?? new Set<string>();
    waiting.set(table, keys);
    for (const { key } of entries) keys.add(key);
  }
  const isWaiting = ({ opened }: Leaving, key: string) => waiting.get(opened.table)?.has(key) ?? false;
  if (!parts.every((part) => isSettled(part, (key) => isWaiting(part, key)))) return false;
  const questions = parts.flatMap((part, index) => questionsOf(ports, place, tables[index]!, part));
  const answers = answersOf(
    ports,
    place,
    questions.map(({ query }) => query),
    until,
  );
  return questions.every(({ expected }, index) => isSame(expected, answers[index]!));
}

/** Whether each is whole, was sent as it is, and stands there once. */
function isSettled({ opened: { contents }, indexes }: Leaving, isWaiting: (key: string) => boolean): boolean {
  const keys = indexes.map((index) => keyAt(contents, index));
  const isWhole = (index: number) => !isMarked(contents, index) && cellAt(contents, index, AS_OF.id) !== INCOMPLETE;
  return !keys.some(isWaiting) && indexes.every(isWhole) && new Set(keys).size === keys.length;
}

/** What is asked of these rows, and the answer by which they are confirmed. */
function questionsOf(
  ports: ConfirmPorts,
  place: Place,
  table: ExportedTable,
  { opened, indexes }: Leaving,
): readonly { readonly query: string; readonly expected: ByDay }[] {
  const money = table.fields.filter(({ isMoney }) => isMoney);
  const pieces: { indexes: number[]; keys: string[]; length: number }[] = [];
  for (const index of indexes) {
    const key = keyAt(opened.contents, index);
    const open = pieces[pieces.length - 1];
    const length = literal(key).length;
    if (open && open.length + length <= LONGEST) {
      open.indexes.push(index);
      open.keys.push(key);
      open.length += length;
    } else pieces.push({ indexes: [index], keys: [key], length });
  }
  return pieces.map(({ indexes, keys }) => ({
    query: queryOf(place, table, money, keys),
    expected: expectedOf(ports, table, money, { opened, indexes }),
  }));
}

function expectedOf(
  { book }: ConfirmPorts,
  { natural }: ExportedTable,
  money: readonly ExportedField[],
  { opened: { contents }, indexes }: Leaving,
): ByDay {
  const zone = book.timeZone();
  const days: ByDay = new Map();
  for (const index of indexes) {
    const value = (field: ExportedField) => {
      const raw = String(cellAt(contents, index, RAW_DATES.id));
      const read = jsonValue(field, cellAt(contents, index, field.column!.id), zone, raw);
      return read === UNREADABLE ? undefined : read;
    };
    const date = natural ? String(value(natural) ?? '').slice(0, 10) : '';
    const before = days.get(date) ?? [0, ...money.map(() => 0)];
    const added = [1, ...money.map((field) => Number(value(field) ?? 0))];
    days.set(
      date,
      before.map((sum, each) => sum + added[each]!),
    );
  }
  return days;
}

/** Of the newest versions of these rows. */
export function queryOf(
  place: Place,
  { view, natural }: ExportedTable,
  money: readonly ExportedField[],
  keys: readonly string[],
): string {
  const day =
    natural === undefined
      ? "''"
      : natural.type === 'DATE'
        ? `CAST(\`${natural.name}\` AS STRING)`
        : `CAST(DATE(\`${natural.name}\`) AS STRING)`;
  const sums = money.map(({ name }) => `, SUM(\`${name}\`) AS \`${name}\``).join('');
  return `SELECT ${day} AS day, COUNT(*) AS row_count${sums} FROM \`${place.project}.${DATASET}.${view}\` WHERE \`${KEY_FIELD.name}\` IN (${keys.map(literal).join(', ')}) GROUP BY day`;
}

/** A text as the service's SQL has it. */
export function literal(text: string): string {
  const escaped = text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r');
  return `'${escaped}'`;
}

/** Asked side by side; one that takes too long is answered by nothing. */
function answersOf(ports: ConfirmPorts, place: Place, queries: readonly string[], until: number): readonly ByDay[] {
  const ask = (requests: readonly ServiceRequest[]) => callAll(ports, requests, until).map(demand) as QueryResource[];
  const answers = ask(queries.map((query) => runQuery(place, query)));
  for (;;) {
    const open = [...answers.keys()].filter((index) => answers[index]!.jobComplete === false);
    if (open.length === 0 || ports.clock.now() >= until) return answers.map(byDay);
    const jobs = open.map((index) => answers[index]!.jobReference?.jobId ?? '');
    const later = ask(jobs.map((job) => queryResults(place, job)));
    open.forEach((index, each) => {
      answers[index] = later[each]!;
    });
  }
}

function byDay({ jobComplete, rows = [] }: QueryResource): ByDay {
  if (jobComplete === false) return new Map();
  return new Map(rows.map(({ f: [day, ...numbers] }) => [day?.v ?? '', numbers.map(({ v }) => Number(v ?? 0))]));
}

function isSame(expected: ByDay, answered: ByDay): boolean {
  return (
    expected.size === answered.size &&
    [...expected].every(([day, numbers]) =>
      numbers.every((number, each) => Math.abs(number - (answered.get(day)?.[each] ?? Number.NaN)) < LEAST),
    )
  );
}
