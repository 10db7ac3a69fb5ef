import { listConnections } from '../account/connections.ts';
import { factsOf } from '../insights/facts/facts.ts';
import { itemsReport } from '../insights/reports/items-report.ts';
import { MAKING, makeReport, reports } from '../insights/reports/refresh-reports.ts';
import { reorderReport } from '../insights/reports/reorder/reorder-report.ts';
import { workbookOf } from '../insights/workbook.ts';
import { DEMO_NAME } from '../protocol/connection.ts';
import { argumentError } from '../protocol/market-error.ts';
import { tickAt } from '../schedule/run-log.ts';
import { tableAges } from '../schedule/table-freshness.ts';
import { readThresholds } from '../tables/rules/rules-sheet.ts';
import { statusTable } from '../tables/status.ts';
import { updateInsights } from './after-run.ts';
import { typeDemoCosts, writeDemoPast } from './demo-rows.ts';
import type { Ports } from './ports.ts';

export type ReportChoice = ReturnType<typeof listReports>[number];

export function listReports({ book }: Ports) {
  const there = new Set(book.tables());
  return reports.map(({ name, answers }) => ({ name, answers, isThere: there.has(name) }));
}

export function addReport(ports: Ports, name: string): { readonly message: string } {
  const { book, clock, document } = ports;
  const report = reports.find((each) => each.name === String(name));
  if (!report) throw argumentError(`There is no report "${String(name)}". Reload the sidebar.`);
  const isNew = !book.tables().includes(report.name);
  const refused = ports.exclusively(() => {
    const now = clock.now();
    // Its formulas use MARKET_NOW.
    if (!book.tables().includes(statusTable.name)) tickAt(ports, now);
    const workbook = workbookOf({ book, now, thresholds: readThresholds(book), ages: tableAges(document, now) });
    const demo = listConnections(ports).find(({ name }) => name === DEMO_NAME);
    if (isNew && demo && report === reorderReport) writeDemoPast(book, workbook, demo.sellerId);
    MAKING.write(document, report.name);
    makeReport(book, factsOf(workbook), report);
    MAKING.remove(document);
    if (!isNew) return [];
    if (demo && report === itemsReport) typeDemoCosts(book, demo.sellerId);
    return updateInsights(ports);
  });
  book.show(report.name);
  const done = isNew ? `${report.name} added. It updates automatically.` : `${report.name} updated.`;
  return { message: [done, ...refused].join(' ') };
}
