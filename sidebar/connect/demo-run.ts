/** The demo shop: connected, then pulled table after table. */
import type { Demo } from '../../src/app/demo.ts';
import type { Report } from '../../src/pull/report.ts';
import { titleOf } from '../build-constants.ts';
import { counted, joined } from '../format.ts';
import { failureOf, server } from '../transport.ts';

/** Long enough for each of the demo's pulls to end in one request. */
const SECONDS = 60;

/** The table that a newcomer is shown. */
const FIRST_SHOWN = 'Orders';

export interface DemoFilled {
  readonly message: string;
  readonly complete: boolean;
  /** Of what is shown meanwhile, in pixels. */
  readonly height: number;
}

/** Passes what is under way, in words, to `onStep`. Rejects when there is no demo shop. */
export async function runDemo(onStep: (words: string) => void): Promise<Omit<DemoFilled, 'height'>> {
  const { pulls } = await server.startDemo();
  const missing = new Set<string>();
  let rows = 0;
  for (const [index, pull] of pulls.entries()) {
    onStep(`Filling ${titleOf(pull.operation)} (${index + 1} of ${pulls.length})…`);
    const report = await finished(pull);
    rows += report ? report.rows.added + report.rows.changed + report.rows.unchanged : 0;
    if (report?.state !== 'done') missing.add(titleOf(pull.operation));
  }
  await server.showTable(FIRST_SHOWN);
  const filled = `The demo shop is ready, with ${counted(rows, 'row')} in the sheets of this spreadsheet.`;
  return missing.size === 0
    ? { message: filled, complete: true }
    : { message: `${filled} Not complete: ${joined([...missing])}; pull it again later.`, complete: false };
}

/** Nothing when the pull was refused: the others may still work. */
async function finished(pull: Demo['pulls'][number]): Promise<Report | undefined> {
  try {
    let report = await server.startPull({ ...pull, seconds: SECONDS });
    while (report.state === 'running') report = await server.continuePull(report.id, SECONDS);
    if (report.state === 'waiting') await server.cancelPull(report.id);
    return report;
  } catch (error) {
    if (failureOf(error).code === 'SIDEBAR_TRANSPORT') throw error;
    return undefined;
  }
}
