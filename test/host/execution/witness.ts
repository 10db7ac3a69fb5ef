import { decode } from '../codec.ts';
import type { Occasion } from '../faults.ts';
import type { Result } from '../host.ts';
import type { Incoming } from '../http/exchange.ts';
import { unnoticed } from '../services/dispatch.ts';
import type { Shown } from './execution.ts';

export interface Witness {
  /** Called when a thread takes the execution. */
  begins(): void;
  logs(severity: string, message: string): void;
  /** Called before a service call. Decodes the arguments only when `args` is called. */
  calls(method: string, args: () => unknown[]): void;
  /** Called when a fetch sends a request. `url` is the routed address. */
  sends(method: string, url: URL, answer: Promise<Incoming>): void;
  shows(shown: Shown): void;
  /** Called when a fault is triggered. */
  meets(occasion: Occasion): void;
  ends(result: Result): void;
}

const nothing = () => {};

export const SILENT: Witness = {
  begins: nothing,
  logs: nothing,
  calls: nothing,
  sends: nothing,
  shows: nothing,
  meets: nothing,
  ends: nothing,
};

/** Reports a service call. Decodes its arguments lazily, because they can contain a whole sheet. */
export function tellCall(witness: Witness, request: string): void {
  const method = request.slice(2, request.indexOf('"', 2));
  const args = () => (decode(request) as [string, unknown[]])[1];
  if (method.startsWith('console.')) {
    const [severity, message] = args();
    witness.logs(String(severity), String(message));
  } else if (!unnoticed.has(method.split('.')[0]!)) witness.calls(method, args);
}
