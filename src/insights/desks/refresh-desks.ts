/** Makes desks that are asked for, and brings those that are there up to date: a sheet that a person deleted stays away. */
import { NONE_PRIVATE } from '../../protocol/fields.ts';
import { applyPlans, demandRoom } from '../../tables/apply.ts';
import { fieldColumns } from '../../tables/columns.ts';
import { planRows } from '../../tables/plan.ts';
import { showFormulas, standingIn } from '../../tables/row-formulas.ts';
import { rowsOf } from '../../tables/rows.ts';
import type { Book } from '../../tables/sheet.ts';
import { movedOf, onceStanding } from '../../tables/standing.ts';
import type { Table } from '../../tables/table.ts';
import type { Facts } from '../facts/facts.ts';
import type { AnyDesk } from './desk.ts';
import { showLinks } from './desk-links.ts';
import { desks } from './registry.ts';

/** Those that are there, as far as the person left their sheets. */
export function refreshDesks(book: Book, facts: Facts): void {
  const there = new Set(book.tables());
  for (const desk of desks)
    write(
      book,
      facts,
      desk,
      desk.declared.tables.filter(({ name }) => there.has(name)),
    );
}

/** With all of its sheets. */
export function makeDesk(book: Book, facts: Facts, desk: AnyDesk): void {
  write(book, facts, desk, desk.declared.tables);
}

function write(book: Book, facts: Facts, desk: AnyDesk, tables: readonly Table[]): void {
  if (tables.length === 0) return;
  const { workbook } = facts;
  const { declared, formulas = {}, links = {} } = desk;
  const records = desk.records(facts);
  const asOf = desk.readAt?.(facts) ?? workbook.now;
  const plans = onceStanding(() => {
    const plans = tables.map((table) => {
      const rows = rowsOf(table, fieldColumns(declared, table, NONE_PRIVATE), records);
      return planRows(workbook.toWrite(declared, table.name), rows, asOf, workbook.zone);
    });
    demandRoom(book, plans);
    // As of is the same in all rows, wherever they stand by now.
    const moved = movedOf(plans.filter(({ changes }) => changes.some(({ positions }) => positions.length > 0)));
    if (moved) workbook.forget(moved.moved.table);
    return moved ?? plans;
  });
  applyPlans(book, plans);
  for (const plan of plans) {
    const [own, link] = [formulas[plan.table], links[plan.table]];
    const standing = standingIn(book, plan, [...Object.keys(own ?? {}), ...(link ? ['record'] : [])]);
    if (own) showFormulas(book, plan, own, standing);
    if (link) showLinks(book, workbook, plan, link, standing);
  }
}
