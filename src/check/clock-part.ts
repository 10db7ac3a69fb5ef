/** The part of the check that the clock asks a minute later; the next check reports it. */
import { attempt, notAsked, type Outcome, outcomeOf } from './probe.ts';
import { clockProbes } from './probes/by-clock.ts';
import { CLOCK, DUE } from './probes/stores.ts';

/** The function that its triggers call. */
export const HANDLER = 'checkByClock';

const MINUTE = 60_000;

const LATER = 'The clock asks this within some minutes; then choose Installation check again.';

type Stored = Omit<Outcome, 'probe'> & { readonly id: string };

export function checkByClock(): void {
  attempt(removeCheckTriggers);
  const store = PropertiesService.getUserProperties();
  const due = store.getProperty(DUE);
  if (due === null) return;
  const outcomes = clockProbes.map((probe) => outcomeOf(probe, { due: Number(due) }));
  const stored: Stored[] = outcomes.map(({ probe: { id }, ...outcome }) => ({ id, ...outcome }));
  store.deleteProperty(DUE).setProperty(CLOCK, JSON.stringify(stored));
}

/** What the clock found after an earlier check. */
export function clockOutcomes(): Outcome[] {
  const text = attempt(() => PropertiesService.getUserProperties().getProperty(CLOCK));
  const stored = JSON.parse(text ?? '[]') as readonly Stored[];
  return clockProbes.map((probe) => {
    const known = stored.find(({ id }) => id === probe.id);
    return known ? { ...known, probe } : notAsked(probe, LATER);
  });
}

/** Where Google makes no such trigger, nothing is asked. */
export function askByClock(): void {
  attempt(() => {
    PropertiesService.getUserProperties().setProperty(DUE, String(Date.now() + MINUTE));
    ScriptApp.newTrigger(HANDLER).timeBased().after(MINUTE).create();
  });
}

export function removeCheckTriggers(): void {
  for (const trigger of ScriptApp.getProjectTriggers())
    if (trigger.getHandlerFunction() === HANDLER) ScriptApp.deleteTrigger(trigger);
}
