// Observes one execution from request to end.
import { decode } from '../codec.ts';
import type { Occasion } from '../faults.ts';
import type { Result } from '../host.ts';
import type { Incoming } from '../http/exchange.ts';
import { unnoticed } from '../services/dispatch.ts';
import type { Shown } from './execution.ts';

export interface Witness {
  /** A thread has taken the execution from the queue. */
  begins(): void;
  /** The script wrote to its log. */
  logs(severity: string, message: string): void;
  /** A service is about to be called. Arguments are decoded only if the witness asks for them. */
  calls(method: string, args: () => unknown[]): void;
  /** A fetch sends a request to its real address. */
  sends(method: string, url: URL, answer: Promise<Incoming>): void;
  /** The script shows something to its user. */
  shows(shown: Shown): void;
  /** A fault is injected. */
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

/** Reports a call to one of Google's services. Decodes its arguments lazily because they may contain a whole sheet. */
export function tellCall(witness: Witness, request: string): void {
  const method = request.slice(2, request.indexOf('"', 2));
  const args = () => (decode(request) as [string, unknown[]])[1];
  if (method.startsWith('console.')) {
    const [severity, message] = args();
    witness.logs(String(severity), String(message));
  } else if (!unnoticed.has(method.split('.')[0]!)) witness.calls(method, args);
}
