/** Probes that run in a time-driven trigger, one minute after the check. The next check reports the results. */
import { attempt, InWords, notAsked, type Outcome, outcomeOf, type Probe } from './probe.ts';
import { CLOCK, DUE } from './probes/stores.ts';

export const HANDLER = 'checkByClock';

const MINUTE = 60_000;

const LATER = 'A trigger checks this within a few minutes. Then choose Installation check again.';

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

export function clockOutcomes(): Outcome[] {
  const text = attempt(() => PropertiesService.getUserProperties().getProperty(CLOCK));
  const stored = JSON.parse(text ?? '[]') as readonly Stored[];
  return clockProbes.map((probe) => {
    const known = stored.find(({ id }) => id === probe.id);
    return known ? { ...known, probe } : notAsked(probe, LATER);
  });
}

/** Creates the trigger. Ignores errors. */
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

interface ByClock {
  /** Planned start. */
  readonly due: number;
}

const ALONE = 'Jobs do not run automatically. Use Refresh now, and send us the report.';

const clockProbes: readonly Probe<ByClock>[] = [
  {
    id: 'clock-document',
    what: 'A scheduled run has access to its spreadsheet and can read its metadata',
    expected: [true, true],
    otherwise: ALONE,
    ask: () => {
      const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
      return [spreadsheet !== null, Array.isArray(spreadsheet?.getSheets()[0]?.getDeveloperMetadata())];
    },
  },
  {
    id: 'clock-permissions',
    what: 'A scheduled run has all permissions',
    expected: 'NOT_REQUIRED',
    otherwise: ALONE,
    ask: () => String(ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL).getAuthorizationStatus()),
  },
  {
    id: 'clock-late',
    what: 'Timed runs start at most a minute late',
    expected: true,
    otherwise: 'Jobs run later than shown.',
    ask: ({ due }) => {
      const late = Date.now() - due;
      return new InWords(late < 60_000, `${Math.round(late / 1000)} s`);
    },
  },
];
