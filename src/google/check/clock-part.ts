/** The part of the installation check that the clock asks after it: kept for the next check, which takes it up. */
import { MINUTE } from '../../protocol/time.ts';
import { attempt } from '../attempt.ts';
import { HANDLER, removeCheckTriggers } from './check-triggers.ts';
import { notAsked, type Outcome, outcomeOf } from './outcome.ts';
import { clockProbes } from './probes/by-clock.ts';
import { CLOCK, DUE } from './probes/stores.ts';

const LATER = 'The clock asks this within some minutes; then choose Installation check again.';

type Kept = Omit<Outcome, 'probe'> & { readonly id: string };

export function checkByClock(event?: object): void {
  attempt(removeCheckTriggers);
  const store = PropertiesService.getUserProperties();
  const due = store.getProperty(DUE);
  if (due === null) return;
  const outcomes = clockProbes.map((probe) => outcomeOf(probe, { event, due: Number(due) }, Date.now));
  const kept: Kept[] = outcomes.map(({ probe: { id }, ...outcome }) => ({ id, ...outcome }));
  store.deleteProperty(DUE).setProperty(CLOCK, JSON.stringify(kept));
}

/** What the clock said after an earlier check. */
export function saidByClock(): Outcome[] {
  const text = attempt(() => PropertiesService.getUserProperties().getProperty(CLOCK));
  const kept = JSON.parse(text ?? '[]') as readonly Kept[];
  return clockProbes.map((probe) => {
    const said = kept.find(({ id }) => id === probe.id);
    return said ? { ...said, probe } : notAsked(probe, LATER);
  });
}

/** Where Google makes no such trigger, nothing is asked. */
export function askByClock(): void {
  attempt(() => {
    PropertiesService.getUserProperties().setProperty(DUE, String(Date.now() + MINUTE));
    ScriptApp.newTrigger(HANDLER).timeBased().after(MINUTE).create();
  });
}
