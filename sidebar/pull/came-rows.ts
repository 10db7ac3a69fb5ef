/** Collects the rows of a pull across its executions. */
import type { Report } from '../../src/pull/report.ts';

/** Adds the rows of earlier reports. A table with too many rows to show stays that way. */
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
