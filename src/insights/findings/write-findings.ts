/** The sheet Findings: read, compared with what is found now, and written in the order of all tables. */
import { instantAt, type Value } from '../../protocol/fields.ts';
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
import { dataAges, findAll, findingKinds } from './find.ts';
import type { FindingKind } from './finding.ts';
import { withFormulas, writeFormulas } from './formulas.ts';
import { type KnownFinding, nextRows, valueColumns } from './next-rows.ts';

/**
 * Brings the sheet up to date, and makes it where it is missing. An execution that ends in between leaves each row as it
 * was, or marked as incomplete; the next one mends it. Throws MARKET_TABLE where the sheet is not one of ours any more.
 */
export function writeFindings(book: Book, facts: Facts): void {
  const { workbook } = facts;
  const found = findAll(facts);
  const plan = onceStanding(() => {
    const opened = workbook.toWrite(findings, findingsTable.name);
    const rows = nextRows(found, knownFindings(opened, facts), workbook);
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

function knownFindings(opened: Opened, facts: Facts): readonly KnownFinding[] {
  const { contents } = opened;
  const rows = rowsIn(contents, findingsColumns(), facts.workbook.zone) as ReadonlyMap<string, KnownFinding['row']>;
  return [...rows.values()].map((row) => ({
    row,
    state: String(cellAt(contents, row.row - 1, 'state')),
    note: valueIn(cellAt(contents, row.row - 1, 'note')),
    isLate: () => isLate(row, facts),
  }));
}

/** As it stands, whatever that is: it is never written over. */
function valueIn(cell: Cell): Value | null {
  if (cell === '') return null;
  return cell instanceof Date ? instantAt(cell.getTime()) : cell;
}

/** By the data of its kind, or by the row that it leads to while that is there. */
function isLate(
  { kind, sellerId, recordId, linkTable, linkKey }: TableRow<typeof findings, 'Findings'>,
  facts: Facts,
): boolean {
  const { thresholds, rowOf, now } = facts.workbook;
  const declared: FindingKind | undefined = findingKinds.find((each) => each.kind === kind);
  if (!declared || thresholds[declared.kind] === undefined) return false;
  const { rowTolerance: tolerance, endSeenIn } = declared;
  const ages =
    endSeenIn?.(facts, { sellerId: sellerId ?? '', record: recordId ?? '' }) ??
    (tolerance ? [{ asOf: rowOf(linkTable, linkKey)?.asOf, tolerance }] : []);
  const { lateAt } = dataAges(ages, thresholds);
  return lateAt !== undefined && lateAt < now;
}
