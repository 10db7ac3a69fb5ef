/** Simulation settings: one operation and one seller, with an endless backlog. */
import { model } from '../model.ts';
import type { Setting } from './simulate.ts';

const { cap, lowShare, secondShare, mixed } = model.caps;

/** Trigger runs only. */
export function backlog(seed: number, every: Setting['every'], hours: number): Setting {
  return { seed, hours, cap, every, people: 0, formulas: 0, crashes: 0, lost: 0, busy: 0, second: 0 };
}

/** Adds manual runs, formulas, killed executions, lost calls, and lock timeouts. */
export function mixture(seed: number, every: Setting['every'], hours: number): Setting {
  return { ...backlog(seed, every, hours), ...mixed };
}

/** The service enforces a lower cap than documented. */
export function lowerCap(seed: number, every: Setting['every'], hours: number): Setting {
  return { ...backlog(seed, every, hours), trueCap: cap * lowShare };
}

/** Another program uses part of the cap. */
export function sharedCap(seed: number, every: Setting['every'], hours: number): Setting {
  return { ...backlog(seed, every, hours), second: cap * secondShare };
}
