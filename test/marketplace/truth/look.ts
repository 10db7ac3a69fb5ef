/** Shared types of the code that computes findings. */
import type { World } from '../operations/operation.ts';

/** A time at which findings are computed. */
export interface Look {
  world: World;
  now: number;
  /** The last full hour since the opening; the shop's data is as of this time. */
  shopTime: number;
  /** The reader's calendar day, counted from 1970-01-01. */
  today: number;
}

/** A finding: the identity of its record in the tables, and its figures; money in dollars. */
export type Found = Readonly<Record<string, unknown>>;
export type Findings = Record<string, Found[]>;
