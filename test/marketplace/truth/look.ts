/** How the truth is looked for, and what is found. */
import type { World } from '../operations/operation.ts';

/** An instant at which findings are looked for. */
export interface Look {
  world: World;
  now: number;
  /** The instant up to which the shop has lived. */
  lived: number;
  /** Number of the calendar day in the time zone of whoever looks, counted from 1970-01-01. */
  today: number;
}

/** A finding by what identifies it in the tables, and what it is about; money in dollars. */
export type Found = Readonly<Record<string, unknown>>;
export type Findings = Record<string, Found[]>;
