/** Desks: which there are, and one more where somebody asks for it. */
import { listConnections } from '../account/connections.ts';
import { chartOn } from '../insights/desks/desk.ts';
import { itemsDesk } from '../insights/desks/items-desk.ts';
import { desks, makeDesk } from '../insights/desks/refresh-desks.ts';
import { reorderDesk } from '../insights/desks/reorder/reorder-desk.ts';
import { factsOf } from '../insights/facts/facts.ts';
import { workbookOf } from '../insights/workbook.ts';
import { argumentError } from '../protocol/market-error.ts';
import { tableAges } from '../schedule/table-freshness.ts';
import { readThresholds } from '../tables/rules/rules-sheet.ts';
import { updateInsights } from './after-run.ts';
import { DEMO_NAME } from './demo.ts';
import { typeDemoCosts, writeDemoPast } from './demo-rows.ts';
import type { Ports } from './ports.ts';

export interface DeskChoice {
  readonly name: string;
  /** The question that it answers. */
  readonly answers: string;
  readonly isThere: boolean;
}

export function listDesks({ book }: Ports): readonly DeskChoice[] {
  const there = new Set(book.tables());
  return desks.map(({ name, answers }) => ({ name, answers, isThere: there.has(name) }));
}

/** Made from what the tables say now, or brought up to date, and shown; what is found on it is on Today at once. */
export function addDesk(ports: Ports, name: string): { readonly message: string } {
  const { book, clock, document, laid } = ports;
  const desk = desks.find((each) => each.name === String(name));
  if (!desk) throw argumentError(`There is no desk "${String(name)}"; reload the sidebar.`);
  const isNew = !book.tables().includes(desk.name);
  const refused = ports.exclusively(() => {
    const workbook = workbookOf({
      book,
      now: clock.now(),
      thresholds: readThresholds(book),
      ages: tableAges(document),
    });
    const demo = listConnections(ports).find(({ name }) => name === DEMO_NAME);
    if (isNew && demo && desk === reorderDesk) writeDemoPast(book, workbook, demo.sellerId);
    makeDesk(book, factsOf(workbook), desk);
    if (!isNew) return [];
    for (const chart of desk.charts ?? [])
      laid.addChart(chart.table, chartOn(workbook.toWrite(desk.declared, chart.table).contents.positions, chart));
    if (demo && desk === itemsDesk) typeDemoCosts(book, demo.sellerId);
    return updateInsights(ports);
  });
  book.show(desk.name);
  const done = isNew ? 'is there; each run brings it up to date' : 'is up to date';
  return { message: [`The desk ${desk.name} ${done}.`, ...refused].join(' ') };
}
