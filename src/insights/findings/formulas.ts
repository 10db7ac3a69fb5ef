/** Cells of Findings that go on telling the truth while nothing runs: the link to the record, hours left, whether data are late. */
import { consecutive } from '../../protocol/grouped.ts';
import { once } from '../../protocol/once.ts';
import { TEXT_FORMAT } from '../../tables/cells.ts';
import { ROW_KEY } from '../../tables/columns.ts';
import { findingsTable } from '../../tables/findings-table.ts';
import type { TablePlan } from '../../tables/plan.ts';
import { cellAt, keyAt } from '../../tables/positions.ts';
import { rulesTable } from '../../tables/rules/rules-table.ts';
import { withSeparator } from '../../tables/separator.ts';
import type { Book, Positions, Sheet } from '../../tables/sheet.ts';
import type { Workbook } from '../workbook.ts';

/** A row of the sheet as it stands once its values are written. */
interface Line {
  readonly row: number;
  readonly label: string;
  /** The formula of its link; undefined where it leads nowhere. */
  readonly link: string | undefined;
  /** As the cells were read; nothing where the row is new. */
  readonly before?: Before;
}

interface Before {
  readonly record: unknown;
  readonly hoursLeft: unknown;
}

/** To be called after the values were written. Formulas that stand as they should are left alone. */
export function writeFormulas(book: Book, workbook: Workbook, plan: TablePlan): void {
  const lines = linesOf(book, workbook, plan);
  const sheet = lines.length > 0 ? book.find(findingsTable.name) : undefined;
  if (!sheet) return;
  const { positions } = plan.opened.contents;
  const at = (column: string) => positions.get(column)!;
  const hoursLeft = hoursFormula(book, positions);
  const wrong = lines.filter(isWrongIn(sheet, lines, positions, hoursLeft));
  if (wrong.length === 0) return;
  const local = (formula: string) => withSeparator(formula, book.separator());
  const fill = (column: string, format: string, of: readonly Line[], formula: (line: Line) => string) => {
    const byRow = new Map(of.map((line) => [line.row, line]));
    for (const [top, bottom] of consecutive(byRow.keys())) {
      const rows = Array.from({ length: bottom - top + 1 }, (_, index) => byRow.get(top + index)!);
      const formulas = rows.map((line) => [local(formula(line))]);
      sheet.fill({ row: top, column: at(column), formulas, formats: rows.map(() => [format]) });
    }
  };
  fill('hoursLeft', '0.0', wrong, () => hoursLeft);
  fill('late', 'General', wrong, () => lateFormula(positions));
  // The link comes last: a row that has it has the others.
  for (const { row, label, link } of wrong)
    if (link === undefined)
      sheet.write({ row, column: at('record'), values: [[label]], formats: [[TEXT_FORMAT]] });
  const linked = wrong.filter(({ link }) => link !== undefined);
  fill('record', 'General', linked, ({ link }) => link!);
}

/** Rows of ours, those that ended before too. */
function linesOf(book: Book, workbook: Workbook, plan: TablePlan): readonly Line[] {
  const { contents } = plan.opened;
  const linkTo = linksIn(book, workbook, contents.positions);
  const known = new Map(plan.rows.map(({ key, values }) => [key, values]));
  const isNewRow = new Map(plan.changes.flatMap(({ isNew, row, key }) => (isNew ? [[row, key]] : [])));
  const lines: Line[] = [];
  contents.cells.forEach((_, index) => {
    const key = keyAt(contents, index);
    if (key === '') return;
    const cell = (column: string) => known.get(key)?.[column] ?? cellAt(contents, index, column);
    const text = (column: string) => String(cell(column) ?? '');
    lines.push({
      row: index + 1,
      label: text('label'),
      link: linkTo(text('linkTable'), text('linkKey')),
      before: {
        record: cellAt(contents, index, 'record'),
        hoursLeft: cellAt(contents, index, 'hoursLeft'),
      },
    });
  });
  for (const [row, key] of isNewRow) {
    const { label, linkTable, linkKey } = known.get(key)!;
    lines.push({ row, label: String(label), link: linkTo(String(linkTable), String(linkKey ?? '')) });
  }
  return lines;
}

type LinkTo = (table: string, key: string) => string | undefined;

/** In R1C1 notation, with commas. The row is found by its key, wherever somebody sorts it to. */
function linksIn(book: Book, workbook: Workbook, positions: Positions): LinkTo {
  const distance = (column: string) => positions.get(column)! - positions.get('record')!;
  const [key, label] = [`R[0]C[${distance('linkKey')}]`, `R[0]C[${distance('label')}]`];
  const places = new Map<string, () => { readonly id: number; readonly keys: string } | undefined>();
  const placeOf = (table: string) => {
    const known =
      places.get(table) ??
      once(() => {
        const at = workbook.positionsOf(table)?.get(ROW_KEY.id);
        const sheet = at === undefined ? undefined : book.find(table);
        return sheet && { id: sheet.id, keys: `${quoted(sheet.name)}!C${at}:C${at}` };
      });
    places.set(table, known);
    return known();
  };
  return (table, linkKey) => {
    if (linkKey !== '' && !workbook.rowOf(table, linkKey)) return undefined;
    const place = placeOf(table);
    if (!place) return undefined;
    return linkKey === ''
      ? `=HYPERLINK("#gid=${place.id}&range=A1",${label})`
      : `=HYPERLINK("#gid=${place.id}&range=A"&MATCH(${key},${place.keys},0),${label})`;
  };
}

function isWrongIn(
  sheet: Sheet,
  lines: readonly Line[],
  positions: Positions,
  hoursLeft: string,
): (line: Line) => boolean {
  const there = lines.filter(({ before }) => before !== undefined).map(({ row }) => row);
  if (there.length === 0) return () => true;
  const [record, hours] = [positions.get('record')!, positions.get('hoursLeft')!];
  const [left, right] = [Math.min(record, hours), Math.max(record, hours)];
  const [top, bottom] = [there[0]!, there[there.length - 1]!];
  const formulas = sheet.formulasIn({ top, bottom, left, right });
  const isBroken = (shown: unknown, formula: string) =>
    String(shown).startsWith('#') || formula.includes('#REF!');
  const clocks = (formula: string) => formula.includes('MAX(');
  return ({ row, label, link, before }) => {
    if (!before) return true;
    const at = (column: number) => formulas[row - top]?.[column - left] ?? '';
    const isLinked = at(record) !== '' && !isBroken(before.record, at(record));
    const isPlain = at(record) === '' && before.record === label;
    const isCounting =
      at(hours) !== '' && !isBroken(before.hoursLeft, at(hours)) && clocks(at(hours)) === clocks(hoursLeft);
    return !isCounting || !(link === undefined ? isPlain : isLinked);
  };
}

/** Of clocks that are set forward before the deadline, an hour on the clock is none. */
function hoursFormula(book: Book, positions: Positions): string {
  const cell = (column: string) => `R[0]C[${positions.get(column)! - positions.get('hoursLeft')!}]`;
  const [deadline, state] = [cell('deadline'), cell('state')];
  const rules = book.find(rulesTable.name);
  const there = rules?.seen()?.positions ?? {};
  const { clocksChange: at, hoursForward: by } = there;
  const column = (position: number) => `MAX(${quoted(rules!.name)}!C${position}:C${position})`;
  const less =
    at === undefined || by === undefined
      ? ''
      : `-IF(AND(${column(at)}>NOW(),${column(at)}<=${deadline}),${column(by)},0)`;
  return `=IF(OR(${deadline}="",${state}="ended"),"",(${deadline}-NOW())*24${less})`;
}

function lateFormula(positions: Positions): string {
  const cell = (column: string) => `R[0]C[${positions.get(column)! - positions.get('late')!}]`;
  const lateAt = cell('lateAt');
  return `=IF(${lateAt}="","",IF(${lateAt}<NOW(),"late",""))`;
}

function quoted(name: string): string {
  return `'${name.replace(/'/g, "''")}'`;
}
