import type { World } from '../operations/operation.ts';

/** The shop and the time for which findings are computed. */
export interface Look {
  world: World;
  now: number;
  /** The end of the last full hour since the opening. The shop's data is as of this time. */
  shopTime: number;
  /** The reader's calendar day, in days since January 1, 1970. */
  today: number;
}

/** The identity of the finding's record in the tables, and the finding's figures. Money is in dollars. */
export type Found = Readonly<Record<string, unknown>>;
export type Findings = Record<string, Found[]>;
