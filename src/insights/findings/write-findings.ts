/** The sheet Findings: read, compared with what is found now, and written in the order of all tables. */
import type { Value } from '../../protocol/fields.ts';
import { instantAt } from '../../protocol/fields.ts';
import { HOUR } from '../../protocol/time.ts';
import { applyPlans, demandRoom } from '../../tables/apply.ts';
import type { Cell } from '../../tables/cells.ts';
import { findings, findingsColumns, findingsTable } from '../../tables/findings-table.ts';
import type { Opened } from '../../tables/opened.ts';
import { planRows } from '../../tables/plan.ts';
import { cellAt } from '../../tables/positions.ts';
import type { Book } from '../../tables/sheet.ts';
import { movedOf, onceStanding } from '../../tables/standing.ts';
import type { Facts } from '../facts/facts.ts';
import { rowsIn, type TableRow } from '../table-rows.ts';
import type { Workbook } from '../workbook.ts';
import { findAll } from './find.ts';
import type { FindingKind } from './finding.ts';
import { withFormulas, writeFormulas } from './formulas.ts';
import type { KnownFinding } from './next-rows.ts';
import { nextRows, valueColumns } from './next-rows.ts';
import { findingKinds } from './registry.ts';

/**
 * Brings the sheet up to date, and makes it where it is missing. An execution that ends in between leaves each row as it
 * was, or marked as incomplete; the next one mends it. Throws MARKET_TABLE where the sheet is not one of ours any more.
 */
export function writeFindings(book: Book, facts: Facts): void {
  const { workbook } = facts;
  const found = findAll(facts);
  const plan = onceStanding(() => {
    const opened = workbook.toWrite(findings, findingsTable.name);
    const rows = nextRows(found, knownFindings(opened, workbook), workbook);
    const compared = { ...opened, columns: valueColumns(opened.columns) };
    const plan = { ...planRows(compared, rows, workbook.now, workbook.zone), opened };
    demandRoom(book, [plan]);
    const moved = movedOf([plan]);
    if (moved) workbook.forget(findingsTable.name);
    return moved ?? plan;
  });
  applyPlans(book, [withFormulas(book, workbook, plan)]);
  writeFormulas(book, workbook, plan);
}

function knownFindings(opened: Opened, workbook: Workbook): readonly KnownFinding[] {
  const { contents } = opened;
  const rows = rowsIn(contents, findingsColumns(), workbook.zone) as ReadonlyMap<string, KnownFinding['row']>;
  return [...rows.values()].map((row) => ({
    row,
    state: String(cellAt(contents, row.row - 1, 'state')),
    note: valueIn(cellAt(contents, row.row - 1, 'note')),
    isLate: () => isLate(row, workbook),
  }));
}

/** As it stands, whatever that is: it is never written over. */
function valueIn(cell: Cell): Value | null {
  if (cell === '') return null;
  return cell instanceof Date ? instantAt(cell.getTime()) : cell;
}

/** By the row that it leads to, while that is there. */
function isLate(
  { kind, linkTable, linkKey }: TableRow<typeof findings, 'Findings'>,
  workbook: Workbook,
): boolean {
  const declared: FindingKind | undefined = findingKinds.find((each) => each.kind === kind);
  const [tolerance] = declared?.needs ?? [];
  const hours = tolerance && workbook.thresholds[tolerance];
  if (!declared || hours === undefined || workbook.thresholds[declared.kind] === undefined) return false;
  const asOf = workbook.rowOf(linkTable, linkKey)?.asOf;
  return typeof asOf === 'number' && asOf + hours * HOUR < workbook.now;
}
