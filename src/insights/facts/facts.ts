/** What several kinds of findings and desks know of the workbook, each worked out once a run. */
import type { Workbook } from '../workbook.ts';

export interface Facts {
  readonly workbook: Workbook;
}

export function factsOf(workbook: Workbook): Facts {
  return { workbook };
}
