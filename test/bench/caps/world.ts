/** Runs executions in parallel. Each has its own clock and can be killed at any point. */
import type { Chance } from './chance.ts';
import { Events } from './events.ts';
import type { Service } from './service.ts';

export interface Answer {
  readonly refused: number;
  readonly unanswered: number;
  /** Reset time in the refusal, on the service's clock. */
  readonly retryAt: number;
}

/** An execution's next step: wait until a time on its clock, or send calls. */
export type Step = { readonly until: number } | { readonly send: number };

export type Work = Generator<Step, void, Answer | undefined>;

/** Network time per call, in milliseconds. */
export interface Travel {
  readonly median: number;
  readonly sigma: number;
  /** Share of lost calls, the caller's timeout, and the maximum delay before the service counts a lost call. */
  readonly lost: number;
  readonly timeout: number;
  readonly late: number;
}

/** When the platform kills an execution. */
export interface Fate {
  /** Milliseconds after the start. */
  readonly after: number;
  /** The execution dies just before or after this store write (1-based). */
  readonly atWrite?: number;
}

class Killed extends Error {}

interface Running {
  readonly work: Work;
  readonly skew: number;
  readonly endsAt: number;
  readonly atWrite: number;
  writes: number;
}

export class World {
  now = 0;
  private readonly events = new Events();
  private current: Running | undefined;

  constructor(
    readonly service: Service,
    readonly chance: Chance,
    private readonly travel: Travel,
    private readonly skew: number,
  ) {}

  at(time: number, act: () => void): void {
    this.events.add(time, act);
  }

  run(end: number): void {
    this.events.run(end, (now) => {
      this.now = now;
    });
  }

  start(time: number, fate: Fate, work: (clock: () => number) => Work): void {
    const skew = this.chance.whole(-this.skew / 2, this.skew / 2);
    this.at(time, () => {
      const clock = () => this.now + skew;
      const { after, atWrite = Number.POSITIVE_INFINITY } = fate;
      this.go({ work: work(clock), skew, endsAt: time + after, atWrite, writes: 0 });
    });
  }

  /** Writes to a store. May kill the current execution. */
  write(change: () => void): void {
    const { current, chance } = this;
    const isEnd = current !== undefined && ++current.writes >= current.atWrite;
    if (!isEnd || chance.happens(0.5)) change();
    if (isEnd) throw new Killed();
  }

  private go(running: Running, answer?: Answer): void {
    if (this.now >= running.endsAt) return;
    this.current = running;
    try {
      const { done, value } = running.work.next(answer);
      if (done) return;
      if ('send' in value) this.send(running, value.send);
      else this.at(Math.max(this.now, value.until - running.skew), () => this.go(running));
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    } finally {
      this.current = undefined;
    }
  }

  private send(running: Running, calls: number): void {
    const { chance, service, travel } = this;
    const answer = { refused: 0, unanswered: 0, retryAt: 0 };
    let over = this.now;
    for (let call = 0; call < calls; call++) {
      const isLost = chance.happens(travel.lost);
      const time = isLost ? travel.timeout : Math.ceil(chance.lognormal(travel.median, travel.sigma));
      const arrival = this.now + Math.floor(chance.next() * (isLost ? time + travel.late : time));
      if (isLost) answer.unanswered++;
      over = Math.max(over, this.now + time);
      this.at(arrival, () => {
        if (service.arrive(arrival) || isLost) return;
        answer.refused++;
        answer.retryAt = service.retryAt(arrival);
      });
    }
    this.at(over, () => this.go(running, answer));
  }
}
