/** The days that are simulated: one operation of a seller, whose backlog never ends. */
import { model } from '../model.ts';
import type { Setting } from './simulate.ts';

const { cap, lowShare, secondShare, mixed } = model.caps;

/** Nothing but runs of the trigger. */
export function backlog(seed: number, every: Setting['every'], hours: number): Setting {
  return { seed, hours, cap, every, people: 0, formulas: 0, crashes: 0, lost: 0, busy: 0, second: 0 };
}

/** With runs that people start, formulas, executions that end anywhere, calls without an answer, and locks not had. */
export function mixture(seed: number, every: Setting['every'], hours: number): Setting {
  return { ...backlog(seed, every, hours), ...mixed };
}

/** The service keeps less than it documents. */
export function lowerCap(seed: number, every: Setting['every'], hours: number): Setting {
  return { ...backlog(seed, every, hours), trueCap: cap * lowShare };
}

/** Another program spends of the same cap. */
export function sharedCap(seed: number, every: Setting['every'], hours: number): Setting {
  return { ...backlog(seed, every, hours), second: cap * secondShare };
}
