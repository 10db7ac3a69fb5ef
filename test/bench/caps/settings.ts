/** The simulated days: one operation of one seller with an endless backlog. */
import { model } from '../model.ts';
import type { Setting } from './simulate.ts';

const { cap, lowShare, secondShare, mixed } = model.caps;

/** Only trigger runs. */
export function backlog(seed: number, every: Setting['every'], hours: number): Setting {
  return { seed, hours, cap, every, people: 0, formulas: 0, crashes: 0, lost: 0, busy: 0, second: 0 };
}

/** Adds runs started by people, formulas, killed executions, lost calls, and locks that time out. */
export function mixture(seed: number, every: Setting['every'], hours: number): Setting {
  return { ...backlog(seed, every, hours), ...mixed };
}

/** The service's real cap is lower than documented. */
export function lowerCap(seed: number, every: Setting['every'], hours: number): Setting {
  return { ...backlog(seed, every, hours), trueCap: cap * lowShare };
}

/** Another program shares the cap. */
export function sharedCap(seed: number, every: Setting['every'], hours: number): Setting {
  return { ...backlog(seed, every, hours), second: cap * secondShare };
}
