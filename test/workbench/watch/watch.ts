/** Records executions with their log lines, service calls, and requests. */
import type { Shown } from '../../host/execution/execution.ts';
import type { Witness } from '../../host/execution/witness.ts';
import type { Occasion } from '../../host/faults.ts';
import type { Host, StartedRun } from '../../host/host.ts';
import type { WireExecution, WireRequest } from '../wire-tools.ts';
import { ExecutionLog } from './execution-log.ts';
import { RequestLog } from './request-log.ts';

const keyOf = (method: string, { pathname, search }: URL) => `${method.toUpperCase()} ${pathname}${search}`;

export class Watch {
  readonly executions = new ExecutionLog(() => this.changed());
  readonly requests = new RequestLog(() => this.changed());
  readonly #host: Host;
  /** Called when a script sorts rows, because their positions are then unknown. */
  sorted: () => void = () => {};
  toasted: (run: StartedRun, toast: Shown) => void = () => {};
  struck: (entry: WireExecution, occasion: Occasion) => void = () => {};
  /** Incremented with every recorded change. */
  version = 0;

  constructor(host: Host) {
    this.#host = host;
    host.witness = (run) => this.#witness(run);
  }

  changed(): void {
    this.version++;
  }

  #witness(run: StartedRun): Witness {
    const { clock } = this.#host;
    const entry = this.executions.asked(run, clock.now());
    let began = performance.now();
    /** Requests from the latest fetch call that haven't been sent yet. */
    let waiting: { request: WireRequest; key: string }[] = [];
    const forsake = () => {
      for (const { request } of waiting) this.requests.answered(request, null, 0, 'not sent');
      waiting = [];
    };
    return {
      begins: () => {
        entry.started = clock.now();
        began = performance.now();
      },
      logs: (severity, message) => this.executions.line(entry, severity, message),
      calls: (method, args) => {
        forsake();
        if (method.endsWith('.sort')) this.sorted();
        entry.calls++;
        this.changed();
        if (method.startsWith('UrlFetchApp.')) waiting = this.#noted(entry, args()[0]);
      },
      sends: (method, url, answer) => {
        const index = waiting.findIndex(({ key }) => key === keyOf(method, url));
        if (index >= 0) this.#follow(waiting.splice(index, 1)[0]!.request, answer);
      },
      shows: (shown) => {
        if (shown.what === 'toast') this.toasted(run, shown);
      },
      meets: (occasion) => this.struck(entry, occasion),
      ends: (result) => {
        forsake();
        this.executions.end(entry, result, performance.now() - began);
      },
    };
  }

  #noted(entry: WireExecution, asked: unknown) {
    const requests = (Array.isArray(asked) ? asked : []) as { url?: unknown; method?: unknown }[];
    return requests.map(({ url, method = 'get' }) => {
      entry.fetches++;
      const request = this.requests.sent(entry, String(method), String(url), this.#host.clock.now());
      return { request, key: URL.canParse(String(url)) ? keyOf(String(method), new URL(String(url))) : '' };
    });
  }

  #follow(request: WireRequest, answer: Promise<{ status: number }>): void {
    const start = performance.now();
    const told = (status: number | null, failure = '') =>
      this.requests.answered(request, status, Math.round(performance.now() - start), failure);
    answer.then(
      ({ status }) => told(status),
      () => told(null, 'no response'),
    );
  }
}
