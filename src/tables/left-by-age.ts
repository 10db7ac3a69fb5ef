/** Rows that left their table by age, and are not added again by a pull that happens to bring them. */
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { grouped } from '../protocol/grouped.ts';
import { once } from '../protocol/once.ts';
import { DAY } from '../protocol/time.ts';
import { archive } from './archive.ts';
import { sheetColumns } from './columns.ts';
import { openExisting } from './opened.ts';
import type { Refusal } from './plan.ts';
import { cellAt } from './positions.ts';
import type { Row } from './rows.ts';
import { readThresholds } from './rules/rules-sheet.ts';
import type { Book } from './sheet.ts';
import type { Age, FieldOf, Recorded, Table } from './table.ts';

/** No age is shorter: of younger rows nothing has to be looked up. */
const SHORTEST = DAY;

/**
 * Rows that moved to Archive stay there, unless their record was asked for by name. Rows that would be removed again
 * are not added by jobs; a person sees what they asked for until the next day. Sheets are read when a row is old enough,
 * and then once. `now` in epoch milliseconds.
 */
export function leftByAge(
  book: Book,
  { tables }: Pick<Recorded, 'tables'>,
  now: number,
  { isNamed, isJob }: { readonly isNamed: boolean; readonly isJob: boolean },
): Refusal {
  const archived = once(() => archivedKeys(book));
  const thresholds = once(() => readThresholds(book));
  return (table, rows, before) => {
    const { age } = table;
    const parent = tables.find((each) => each.age?.archivedWith?.includes(table.name));
    if (parent) return goesWith(parent, before.find(({ opened }) => opened.table === parent.name)?.refused ?? []);
    if (age?.archivedWith)
      return isNamed
        ? undefined
        : (row) => dateOf(row, age) < now - SHORTEST && archived().has(nameOf(table.name, row.key));
    if (!age || age.onlyHeld || !isJob) return undefined;
    const kept = new Set(newestOf(age, rows));
    return (row) => {
      const date = dateOf(row, age);
      if (kept.has(row) || !(date < now - SHORTEST)) return false;
      const days = thresholds()[age.rule];
      return days !== undefined && date < now - days * DAY;
    };
  };
}

/** Rows of the same columns as one that was refused. */
function goesWith({ key }: Table, refused: readonly Row[]): ((row: Row) => boolean) | undefined {
  if (refused.length === 0) return undefined;
  const joined = ({ values }: Row, like: Row) =>
    JSON.stringify(key.map((id) => (id in like.values ? values[id] : null)));
  let names: ReadonlySet<string> | undefined;
  return (row) => {
    names ??= new Set(refused.map((each) => joined(each, row)));
    return names.has(joined(row, row));
  };
}

/** Epoch milliseconds; not a number where there is no date. */
function dateOf({ values }: Row, { at }: Age): number {
  const date = values[at];
  return typeof date === 'object' && date !== null && 'at' in date ? date.at : Number.NaN;
}

function newestOf(age: Age, rows: readonly Row[]): readonly Row[] {
  const { keeps } = age;
  if (!keeps) return [];
  const alike = grouped(rows, ({ values }) => JSON.stringify(keeps.of.map((id) => values[id])));
  return [...alike.values()].flatMap((each) =>
    [...each].sort((one, other) => dateOf(other, age) - dateOf(one, age)).slice(0, keeps.newest),
  );
}

function nameOf(table: string, key: string): string {
  return `${table} ${key}`;
}

/** The rows that went to the archive by age. */
function archivedKeys(book: Book): ReadonlySet<string> {
  const [table] = archive.tables;
  const contents = openExisting(book, table.name, sheetColumns(archive, table, NONE_PRIVATE))?.contents;
  const names = contents?.cells.flatMap((_, index) => {
    const cell = (column: FieldOf<typeof archive>) => String(cellAt(contents, index, column));
    return cell('goneSince') === '' ? [nameOf(cell('table'), cell('row'))] : [];
  });
  return new Set(names);
}
