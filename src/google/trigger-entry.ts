/** The trigger's entry point: one execution of the schedule, within today's remaining minutes and calls. */
import { userOf } from '../account/person.ts';
import { renewRevision } from '../app/after-run.ts';
import { sendDueEmail } from '../app/email.ts';
import { finishImport } from '../app/import.ts';
import type { Ports } from '../app/ports.ts';
import { type ClosableGate, type ExecutionBudget, reservingAhead } from '../limits/ledger-gate.ts';
import { asleepForCap, EXECUTION, pacedBy, SOFT_STOP } from '../limits/pacing.ts';
import type { Allowance } from '../limits/quotas.ts';
import { messageOf } from '../protocol/market-error.ts';
import { MINUTE } from '../protocol/time.ts';
import { dispatch } from '../schedule/dispatcher.ts';
import { heartbeatsIn, isLate, setHeartbeat, WITHOUT_DOCUMENT, withoutDocument } from '../schedule/heartbeats.ts';
import { clock, keepingLock } from './locks.ts';
import { commonPorts } from './ports.ts';
import { asMarketError, attempt } from './service-calls.ts';
import { documentStore, executionBudgetFor, quotasFor, userStore } from './stores.ts';
import { isOwnTrigger, isUnauthorized, knownInterval } from './trigger.ts';

/** Cells can call this function but can't pass an event object. */
export function refreshDue(event?: { readonly triggerUid?: unknown }): void {
  const begun = Date.now();
  const uid = event?.triggerUid;
  if (uid === undefined) throw new Error('This runs only on a schedule. To run your jobs now, choose Refresh now.');
  try {
    if (!SpreadsheetApp.getActiveSpreadsheet()) {
      console.error(WITHOUT_DOCUMENT);
      withoutDocument.write(userStore(), begun);
      return;
    }
    if (isUnauthorized() || !isOwnTrigger(String(uid))) return;
    if (withoutDocument.read(userStore()) !== null) withoutDocument.remove(userStore());
    keepingLock(() => refresh(begun));
  } catch (error) {
    const known = asMarketError(error);
    // Google emails this message to the user.
    throw known ? new Error(`${known.code}: ${known.message}`) : error;
  }
}

function refresh(begun: number): void {
  const interval = knownInterval();
  const notes = scheduled(interval, (ports, until, asleep) => {
    const { id, name } = userOf(ports);
    const before = heartbeatsIn(ports.document.all())[id];
    const { since = begun, sellerId } = before ?? {};
    const heartbeat = { name, interval, since, at: begun, sellerId };
    setHeartbeat(ports.document, id, heartbeat);
    try {
      const ended = dispatch(ports, { why: 'schedule', until, interval, asleep });
      finishImport(ports, until);
      if (ended.ran.length + ended.runs.length > 0) renewRevision(ports);
      return [...ended.notes, ...sendDueEmail(ports, before)];
    } catch (error) {
      attempt(() => setHeartbeat(ports.document, id, { ...heartbeat, problem: messageOf(error) }));
      throw error;
    }
  });
  for (const note of notes) console.warn(note);
}

/** Returns a warning for users who open the workbook if a schedule has stopped or can't run. */
export function warning(): string | undefined {
  if (withoutDocument.read(userStore()) !== null) return WITHOUT_DOCUMENT;
  const late = Object.values(heartbeatsIn(documentStore().all())).find((each) => isLate(each, Date.now()));
  return (
    late &&
    `The schedule that ${late.name} set up has stopped. Open the sidebar and choose Schedule to see why and fix it.`
  );
}

/** Number of calls reserved together, to lock the ledger less often. */
const CHUNK = 100;

/** Number of calls taken from the daily quota at the start. */
const FIRST = 40;

const NO_MINUTES = "Today's Google minutes for jobs are used up. Jobs continue later.";

/** Minimum time for an execution, in milliseconds. */
const LEAST = 5000;

/** Returns notes for the log. `asleep` is the maximum wait in milliseconds. */
type Work = (ports: Ports, until: number, asleep: number) => readonly string[];

/** Runs one execution, unless today's minutes are used up. `interval` is in milliseconds. */
function scheduled(interval: number, work: Work): readonly string[] {
  const user = userStore();
  const quotas = quotasFor(user);
  const begun = clock.now();
  const left = quotas.left('scheduled', begun);
  const running = Math.min(SOFT_STOP, pacedBy(left.running, interval));
  const asleep = Math.min(asleepForCap(interval), running);
  let budget: ExecutionBudget | undefined;
  let allowance: Allowance | undefined;
  /** Opens the budget on first use. Executions with no jobs due record their time only once, at the end. */
  const taken = () => {
    if (budget) return budget;
    allowance = quotas.take('scheduled', { fetches: FIRST, running }, begun);
    budget = executionBudgetFor(user, {
      use: 'scheduled',
      endsBy: begun + EXECUTION,
      asleep,
      asleepForCap: asleepForCap(interval),
      taken: allowance,
    });
    return budget;
  };
  const gates = new Map<string, ClosableGate>();
  const settle = () => {
    for (const gate of gates.values()) gate.close();
  };
  const common = commonPorts(taken);
  if (running < LEAST) {
    const { id } = userOf(common);
    const before = heartbeatsIn(common.document.all())[id];
    if (before) setHeartbeat(common.document, id, { ...before, at: begun, problem: NO_MINUTES });
    return [];
  }
  const ports: Ports = {
    ...common,
    until: begun + running + MINUTE / 2,
    exclusively: (work, wait) => {
      taken();
      return common.exclusively(work, wait);
    },
    // Use one gate per operation and seller for the whole execution.
    gate: (of, until) => {
      const key = `${of.operation} ${of.seller}`;
      const gate = gates.get(key) ?? reservingAhead(taken().gate(of, until), CHUNK);
      gates.set(key, gate);
      return { ...gate, close: () => undefined };
    },
    settle,
    fetchesLeft: () => Math.max(0, Math.floor(pacedBy(left.fetches, interval)) - taken().spent()),
  };
  try {
    return work(ports, begun + running, asleep);
  } finally {
    settle();
    const ran = clock.now() - begun;
    budget?.close(ran);
    if (!allowance) quotas.take('scheduled', { fetches: 0, running: ran }, begun);
  }
}
