/** Fires due triggers as time passes and when the clock is moved. */
import { instantOf } from '../../host/dates.ts';
import type { Fired, Host } from '../../host/host.ts';
import type { UserQueue } from '../user-queue.ts';
import { outcomeText } from '../watch/outcome-text.ts';
import type { Watch } from '../watch/watch.ts';
import type { WireClock, WireMove, WireMoved } from '../wire-tools.ts';
import type { WorkbenchTime } from './workbench-time.ts';

const LOOK_EVERY = 1000;
const PATIENCE = 10_000;
/** Maximum move in milliseconds. Longer moves would fire too many triggers. */
const FARTHEST = 366 * 86_400_000;

export class Mover {
  readonly #host: Host;
  readonly #queue: UserQueue;
  readonly #watch: Watch;
  readonly #time: WorkbenchTime;
  readonly #moved: () => void;
  readonly #looking: NodeJS.Timeout;
  #isBusy = false;
  #isStopped = false;

  constructor(host: Host, queue: UserQueue, watch: Watch, time: WorkbenchTime, moved: () => void) {
    this.#host = host;
    this.#queue = queue;
    this.#watch = watch;
    this.#time = time;
    this.#moved = moved;
    this.#looking = setInterval(() => this.#look(), LOOK_EVERY);
  }

  clock(): WireClock {
    const { triggers, workbook } = this.#host;
    const due = triggers.all().flatMap(({ due, late }) => (due === undefined ? [] : [due + late]));
    const next = due.length > 0 ? Math.min(...due) : null;
    return { now: this.#time.now(), zone: workbook.timeZone, ahead: this.#time.ahead, next };
  }

  async move(asked: WireMove): Promise<WireMoved> {
    if (this.#isBusy) throw new Error('The clock is moving. Try again in a moment.');
    const until = this.#instantOf(asked);
    this.#isBusy = true;
    this.#isStopped = false;
    try {
      return await this.#queue.holdDuring(async () => {
        await this.#quiet();
        return await this.#time.jumping(() => this.#moveTo(until));
      });
    } finally {
      this.#isBusy = false;
      this.#moved();
    }
  }

  /** Stops after the current trigger. */
  stop(): void {
    this.#isStopped = true;
  }

  close(): void {
    this.#isStopped = true;
    clearInterval(this.#looking);
  }

  async #moveTo(until: number): Promise<WireMoved> {
    const { clock, stores } = this.#host;
    const from = clock.now();
    const ran: WireMoved['ran'] = [];
    for await (const fired of this.#isStopped ? [] : this.#host.advance(until)) {
      ran.push(told(fired));
      this.#moved();
      if (this.#isStopped) break;
    }
    this.#time.catchUp();
    const ended = [...stores.caches.values()].flatMap((cache) =>
      [...cache.values()].filter((entry) => entry.until > from && entry.until <= clock.now()),
    );
    return { clock: this.clock(), ran, cacheEntriesEnded: ended.length, stopped: this.#isStopped };
  }

  #instantOf(asked: WireMove): number {
    const now = this.#time.now();
    if ('by' in asked) {
      if (typeof asked.by !== 'number' || !(asked.by > 0)) throw new Error('The clock only moves forward.');
      return this.#demandNear(now + asked.by);
    }
    if (asked.to === 'next trigger') {
      const { next } = this.clock();
      if (next === null) throw new Error('No trigger is scheduled.');
      return Math.max(now, next);
    }
    const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/.exec(asked.to);
    if (!parts) throw new Error('Enter a date and a time.');
    const [year, month, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0));
    const wall = { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! };
    const instant = instantOf({ ...wall, millisecond: 0 }, this.#host.workbook.timeZone);
    if (!(instant > now)) throw new Error('The clock cannot go back. Enter a later time.');
    return this.#demandNear(instant);
  }

  #demandNear(instant: number): number {
    if (instant > this.#time.now() + FARTHEST) throw new Error('The clock can move at most one year ahead.');
    return instant;
  }

  /** Waits for running executions. Otherwise, a move would push them past their time limit. */
  async #quiet(): Promise<void> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const running = this.#watch.executions.running;
      if (running.length === 0) return;
      if (Date.now() > end) throw new Error(`${running[0]!.name} is running. Try again when it has finished.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  #look(): void {
    if (this.#isBusy) return;
    const fired = new Set<unknown>();
    for (;;) {
      const due = this.#host.triggers.takeDue(this.#time.now());
      if (!due) return;
      const { trigger } = due;
      // After the computer slept, each trigger runs once.
      if (fired.has(trigger)) continue;
      fired.add(trigger);
      void this.#host.fire(trigger).then((result) => {
        if (result.ok) return;
        process.stderr.write(`The trigger ${trigger.handler} failed: ${outcomeText('trigger', result)}\n`);
      });
    }
  }
}

function told({ trigger, at, result }: Fired): WireMoved['ran'][number] {
  const { handler: name, user } = trigger;
  return { name, user, at, ok: result.ok, outcome: outcomeText('trigger', result) };
}
