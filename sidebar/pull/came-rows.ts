/** Rows that a pull brought, collected over the executions that it took. */
import type { Report } from '../../src/pull/report.ts';

/** The report with the rows of those before. A table of which one was too much to show stays so. */
export function withEarlier(report: Report, before: Report | undefined): Report {
  if (!before || before.id !== report.id) return report;
  const tables = [...new Set([...before.came, ...report.came].map(({ table }) => table))];
  const keysIn = ({ came }: Report, table: string) => {
    const found = came.find((each) => each.table === table);
    return found ? found.keys : [];
  };
  const came = tables.map((table) => {
    const [earlier, now] = [keysIn(before, table), keysIn(report, table)];
    return { table, keys: earlier && now && [...new Set([...earlier, ...now])] };
  });
  return { ...report, came };
}
