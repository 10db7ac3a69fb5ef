import { operations } from '../operations/registry.ts';
import { pulledColumnsOf } from '../operations/tables.ts';
import { ALL_PRIVATE, type AnyRecord } from '../protocol/fields.ts';
import { argumentError } from '../protocol/market-error.ts';
import { plainName } from '../protocol/params.ts';
import { type Cell, toCell } from '../tables/cells.ts';
import { AS_OF, type Column, fieldColumns } from '../tables/columns.ts';
import { headerOf } from '../tables/header.ts';
import { rowsOf } from '../tables/rows.ts';
import type { TabledOperation } from '../tables/table.ts';
import { spokenTime } from '../tables/zone.ts';
import type { AskingFormula, RecordFormula, TableFormula } from './formula.ts';
import type { Owner } from './ports.ts';
import type { Answer } from './query.ts';

type Tabled = TableFormula | RecordFormula;

/** Returns columns by header or field name, in the given order, or all columns if `names` is empty. */
export function chosenColumns(formula: Tabled, owner: Owner, names: readonly string[]): readonly Column[] {
  const operation: TabledOperation = operations[formula.operation];
  const version = operation.query?.version ? Number(owner.version) : undefined;
  // Excludes buyer data, because formula results can be copied and published.
  const table = tableOf(formula);
  const columns = [...fieldColumns(operation, table, ALL_PRIVATE), AS_OF];
  const isThere = ({ since }: Column) => since === undefined || version === undefined || since <= version;
  const isShown = (column: Column) => isThere(column) && !table.byName?.includes(column.id);
  if (names.length === 0) return columns.filter(isShown);
  return names.map((name) => {
    const wanted = plainName(name);
    const found = columns.find(({ id, header }) => plainName(id) === wanted || plainName(header) === wanted);
    if (found && isThere(found)) return found;
    if (found)
      throw argumentError(
        `The column "${found.header}" needs order version ${found.since}, but the connection uses ${version}. Enter a higher version in the connection.`,
      );
    const headers = columns.map(({ header }) => header);
    throw argumentError(
      `There is no column "${name}". ${hintFor(formula, name, headers)}Choose from ${headers.join(', ')}.`,
    );
  });
}

/** Explains where to find a column the formula doesn't have. */
export function elsewhere({ operation: id }: AskingFormula, name: string): string | undefined {
  const { title, tables }: TabledOperation = operations[id];
  const wanted = plainName(name);
  for (const { name: table, history, key } of tables)
    for (const sheet of history ? [table, history.name] : [table]) {
      const columns = (pulledColumnsOf(sheet) ?? []).filter(({ hidden }) => !hidden);
      const found = columns.find((each) => plainName(each.id) === wanted || plainName(each.header) === wanted);
      if (found?.isPrivate) return 'Formulas never return buyer data. ';
      const by = key.find((each) => each !== 'sellerId');
      if (found)
        return `That column is on ${sheet}: pull ${title} and look it up there${by ? ` by ${headerOf(by)}` : ''}. `;
    }
  return undefined;
}

/** A single word is more likely part of a longer header than the name of a column on another sheet. */
function hintFor(formula: Tabled, name: string, headers: readonly string[]) {
  const hints = [elsewhere(formula, name) ?? '', likeness(name, headers)];
  return (wordsOf(name).length > 1 ? hints : hints.reverse()).find((hint) => hint !== '') ?? '';
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2);
}

function likeness(name: string, headers: readonly string[]) {
  const words = new Set(wordsOf(name));
  const like = headers.filter((header) => wordsOf(header).some((word) => words.has(word)));
  return like.length === 0 || like.length > 3 ? '' : `Did you mean ${like.join(' or ')}? `;
}

/** `records`: records to return. `zone`: the spreadsheet's time zone. */
export function answerRows(
  formula: Tabled,
  columns: readonly Column[],
  { at, late }: Answer,
  records: readonly AnyRecord[],
  zone: string,
): Cell[][] {
  const fields = columns.filter(({ id }) => id !== AS_OF.id);
  const asOf = late === undefined ? new Date(at) : `${spokenTime(at, zone)}; last good value (${late})`;
  return rowsOf(tableOf(formula), fields, records).map(({ values }) =>
    columns.map(({ id }) => (id === AS_OF.id ? asOf : toCell(values[id] ?? null, zone))),
  );
}

function tableOf({ operation, table }: Tabled) {
  const { tables }: TabledOperation = operations[operation];
  return tables.find(({ name }) => name === table)!;
}
