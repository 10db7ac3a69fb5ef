/** Sees what executions do: their log lines, service calls and requests; and gives each its user's active sheet. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { decode } from '../../host/codec.ts';
import type { Invocation } from '../../host/execution/task.ts';
import type { Host } from '../../host/host.ts';
import type { WireExecution, WireRequest } from '../wire-tools.ts';
import { ExecutionLog } from './execution-log.ts';
import { RequestLog } from './request-log.ts';
import type { Call, CallWatcher } from './watched-pool.ts';

interface Batch {
  entry: WireExecution;
  /** Requests of the call that are not answered yet. */
  waiting: { request: WireRequest; key: string }[];
}

const keyOf = (method: string, { pathname, search }: URL) => `${method.toUpperCase()} ${pathname}${search}`;

export class Watch implements CallWatcher {
  readonly executions = new ExecutionLog(() => this.changed());
  readonly requests = new RequestLog(() => this.changed());
  /** Services that a user has spent something of, as `service user`. */
  readonly spent = new Set<string>();
  readonly #seats = new WeakMap<Invocation, { sheet: number }>();
  readonly #current = new AsyncLocalStorage<Batch>();
  #host: Host | undefined;
  /** Told when a script sorts, after which nobody can say which row is which. */
  sorted: () => void = () => {};
  /** Grows with every change of what is written down. */
  version = 0;

  changed(): void {
    this.version++;
  }

  attach(host: Host): void {
    this.#host = host;
    const { connections } = host;
    const exchange = connections.exchange.bind(connections);
    connections.exchange = async (url, outgoing) => {
      const request = this.#take(outgoing.method, url);
      const start = performance.now();
      const told = (status: number | null, failure = '') => {
        if (request) this.requests.answered(request, status, Math.round(performance.now() - start), failure);
      };
      try {
        const incoming = await exchange(url, outgoing);
        told(incoming.status);
        return incoming;
      } catch (error) {
        told(null, 'no answer');
        throw error;
      }
    };
  }

  /** The execution sees this sheet as the active one, whatever others look at meanwhile. */
  seat(invocation: Invocation, sheet: number): void {
    this.#seats.set(invocation, { sheet });
  }

  /** The one that it has left active. */
  seatOf(invocation: Invocation): number | undefined {
    return this.#seats.get(invocation)?.sheet;
  }

  /** The execution that the code which asks runs for. */
  get current(): WireExecution | undefined {
    return this.#current.getStore()?.entry;
  }

  around(invocation: Invocation, call: Call): Call {
    const entry = this.executions.started(invocation, this.#host!.clock.now());
    const seat = this.#seats.get(invocation);
    if (!entry) return call;
    return (request) => {
      const method = request.slice(2, request.indexOf('"', 2));
      if (method.startsWith('console.')) {
        const [, [severity, message]] = decode(request) as [string, [string, string]];
        this.executions.line(entry, String(severity), String(message));
        return call(request);
      }
      if (method.endsWith('.sort')) this.sorted();
      entry.calls++;
      this.changed();
      const batch: Batch = { entry, waiting: [] };
      if (method.startsWith('UrlFetchApp.')) this.#note(batch, request);
      this.spent.add(`${method.slice(0, method.indexOf('.'))} ${entry.user}`);
      const reply = this.#current.run(batch, () => this.#seated(seat, request, call));
      if (batch.waiting.length === 0) return reply;
      return Promise.resolve(reply).finally(() => this.#forsake(batch));
    };
  }

  #seated(seat: { sheet: number } | undefined, request: string, call: Call): string | Promise<string> {
    if (!seat) return call(request);
    const { workbook } = this.#host!;
    const others = workbook.activeSheetId;
    if (others !== seat.sheet && exists(workbook, seat.sheet)) workbook.activateSheet(seat.sheet);
    const reply = call(request);
    // What concerns sheets is answered at once; anything else leaves them alone.
    seat.sheet = workbook.activeSheetId;
    return reply;
  }

  #note(batch: Batch, request: string): void {
    const [, args] = decode(request) as [string, [unknown]];
    const asked = (Array.isArray(args[0]) ? args[0] : []) as { url?: unknown; method?: unknown }[];
    for (const { url, method = 'get' } of asked) {
      batch.entry.fetches++;
      const noted = this.requests.sent(batch.entry, String(method), String(url), this.#host!.clock.now());
      const address = URL.canParse(String(url)) ? keyOf(String(method), new URL(String(url))) : '';
      batch.waiting.push({ request: noted, key: address });
    }
  }

  #take(method: string, url: URL): WireRequest | undefined {
    const waiting = this.#current.getStore()?.waiting ?? [];
    const index = waiting.findIndex(({ key }) => key === keyOf(method, url));
    return index < 0 ? undefined : waiting.splice(index, 1)[0]!.request;
  }

  #forsake(batch: Batch): void {
    for (const { request } of batch.waiting) this.requests.answered(request, null, 0, 'not sent');
  }
}

function exists(workbook: Host['workbook'], sheet: number): boolean {
  return workbook.sheets().some(({ sheetId }) => sheetId === sheet);
}
