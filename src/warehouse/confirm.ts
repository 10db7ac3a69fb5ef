/** Checks that rows are in the warehouse by comparing row counts and monetary totals per day. */
import type { Leaving } from '../tables/aged.ts';
import { isMarked, keyAt } from '../tables/positions.ts';
import type { Book, Journal } from '../tables/sheet.ts';
import { isExpiring } from './ensure.ts';
import { type QueryResource, runQuery } from './resources.ts';
import { DATASET, type ExportedField, type ExportedTable, exportedTable, KEY_FIELD } from './schema.ts';
import { callAll, demand, type ServicePorts } from './service.ts';
import { cellValue, printOf, UNREADABLE } from './sheet-rows.ts';
import { isSent, type Place, readMemory } from './state.ts';

export interface ConfirmPorts extends ServicePorts {
  readonly book: Book;
  readonly lines: Journal;
}

const TOLERANCE = 0.0005;

/** Row count and sum of each money column, by day. Rows without a date have a blank day. */
type ByDay = Map<string, readonly number[]>;

/** False if the warehouse lacks a row, has different values, or has data that expires. Throws if a call fails. */
export function confirmed(ports: ConfirmPorts, place: Place, leaving: readonly Leaving[], until: number): boolean {
  const { sent } = readMemory(ports.lines, place);
  const zone = ports.book.timeZone();
  const parts = leaving.flatMap((each) => {
    const table = exportedTable(each.opened.table);
    return each.indexes.length > 0 ? [{ ...each, table }] : [];
  });
  const isSettled = ({ table, opened: { contents }, indexes }: (typeof parts)[number]) => {
    if (!table) return false;
    const keys = indexes.map((index) => keyAt(contents, index));
    const isHeld = (index: number, each: number) =>
      !isMarked(contents, index) && isSent(sent.get(table.table), keys[each]!, printOf(table, contents, index, zone));
    return new Set(keys).size === keys.length && indexes.every(isHeld);
  };
  if (!parts.every(isSettled)) return false;
  const tables = parts.map(({ table }) => table!);
  if (isExpiring(ports, place, tables, until)) return false;
  const questions = parts.map(({ opened, indexes }, each) => {
    const table = tables[each]!;
    const money = table.fields.filter(({ isMoney }) => isMoney);
    const keys = indexes.map((index) => keyAt(opened.contents, index));
    return { query: queryOf(place, table, money, keys), expected: expectedOf(table, money, { opened, indexes }, zone) };
  });
  const requests = questions.map(({ query }) => runQuery(place, query));
  const answers = callAll(ports, requests, until).map(demand) as QueryResource[];
  return questions.every(({ expected }, each) => isSame(expected, byDay(answers[each]!)));
}

function expectedOf(
  { natural }: ExportedTable,
  money: readonly ExportedField[],
  { opened: { contents }, indexes }: Leaving,
  zone: string,
): ByDay {
  const days: ByDay = new Map();
  for (const index of indexes) {
    const value = (field: ExportedField) => {
      const read = cellValue(field, contents, index, zone);
      return read === UNREADABLE ? undefined : read;
    };
    const day = natural ? String(value(natural) ?? '').slice(0, 10) : '';
    const added = [1, ...money.map((field) => Number(value(field) ?? 0))];
    const before = days.get(day) ?? added.map(() => 0);
    days.set(
      day,
      before.map((sum, each) => sum + added[each]!),
    );
  }
  return days;
}

/** Queries the view, which has each row's newest version. */
export function queryOf(
  place: Place,
  { view, natural }: ExportedTable,
  money: readonly ExportedField[],
  keys: readonly string[],
): string {
  const date = natural && (natural.type === 'DATE' ? `\`${natural.name}\`` : `DATE(\`${natural.name}\`)`);
  const day = date ? `CAST(${date} AS STRING)` : "''";
  const sums = money.map(({ name }) => `, SUM(\`${name}\`) AS \`${name}\``).join('');
  return `SELECT ${day} AS day, COUNT(*) AS row_count${sums} FROM \`${place.project}.${DATASET}.${view}\` WHERE \`${KEY_FIELD.name}\` IN (${keys.map(literal).join(', ')}) GROUP BY day`;
}

export function literal(text: string): string {
  const escaped = text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r');
  return `'${escaped}'`;
}

/** An unfinished query returns no rows, so the next execution repeats it. */
function byDay({ jobComplete, rows = [] }: QueryResource): ByDay {
  if (jobComplete === false) return new Map();
  return new Map(rows.map(({ f: [day, ...numbers] }) => [day?.v ?? '', numbers.map(({ v }) => Number(v ?? 0))]));
}

function isSame(expected: ByDay, answered: ByDay) {
  const isClose = (number: number, other = Number.NaN) => Math.abs(number - other) < TOLERANCE;
  return (
    expected.size === answered.size &&
    [...expected].every(([day, numbers]) => numbers.every((number, each) => isClose(number, answered.get(day)?.[each])))
  );
}
