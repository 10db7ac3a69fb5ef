/** The demo shop: connected, then pulled table after table. */
import type { Demo } from '../../src/app/demo.ts';
import type { Report } from '../../src/pull/report.ts';
import { call, failureOf } from '../call.ts';
import { titleOf } from '../forms.ts';
import { counted, joined } from '../words.ts';

/** Long enough for each of the demo's pulls to end in one call. */
const SECONDS = 60;

/** The table that a newcomer is shown. */
const FIRST_LOOK = 'Orders';

export interface DemoEnd {
  readonly message: string;
  readonly complete: boolean;
}

/** Tells `onStep` in words what is under way. Rejects when there is no demo shop. */
export async function runDemo(onStep: (words: string) => void): Promise<DemoEnd> {
  const { pulls } = await call('startDemo');
  const missing = new Set<string>();
  let rows = 0;
  for (const [index, pull] of pulls.entries()) {
    onStep(`Filling ${titleOf(pull.operation)} (${index + 1} of ${pulls.length})…`);
    const report = await finished(pull);
    rows += report ? report.rows.added + report.rows.changed + report.rows.unchanged : 0;
    if (report?.state !== 'done') missing.add(titleOf(pull.operation));
  }
  await call('showTable', FIRST_LOOK);
  const filled = `The demo shop is ready, with ${counted(rows, 'row')} in the sheets of this spreadsheet.`;
  return missing.size === 0
    ? { message: filled, complete: true }
    : { message: `${filled} Not complete: ${joined([...missing])}; pull it again later.`, complete: false };
}

/** Nothing when the pull was refused: the others may still work. */
async function finished(pull: Demo['pulls'][number]): Promise<Report | undefined> {
  try {
    let report = await call('startPull', { ...pull, seconds: SECONDS });
    while (report.state === 'running') report = await call('continuePull', report.id, SECONDS);
    if (report.state === 'waiting') await call('cancelPull', report.id);
    return report;
  } catch (error) {
    if (failureOf(error).code === 'SIDEBAR_TRANSPORT') throw error;
    return undefined;
  }
}
