// Who is told of one execution, from when it is asked for to its end.
import { decode } from '../codec.ts';
import type { Occasion } from '../faults.ts';
import type { Result } from '../host.ts';
import type { Incoming } from '../http/exchange.ts';
import { unnoticed } from '../services/dispatch.ts';
import type { Shown } from './execution.ts';

export interface Witness {
  /** A thread has taken it up; until then it waited. */
  begins(): void;
  /** A line of its log. */
  logs(severity: string, message: string): void;
  /** A service is about to be called; what it is told is read only when somebody asks. */
  calls(method: string, args: () => unknown[]): void;
  /** A request of the call leaves, for where it really goes. */
  sends(method: string, url: URL, answer: Promise<Incoming>): void;
  /** It puts something before its user. */
  shows(shown: Shown): void;
  /** A fault strikes it. */
  meets(occasion: Occasion): void;
  ends(result: Result): void;
}

const nothing = () => {};

/** A witness that is told of everything and does nothing. */
export const SILENT: Witness = {
  begins: nothing,
  logs: nothing,
  calls: nothing,
  sends: nothing,
  shows: nothing,
  meets: nothing,
  ends: nothing,
};

/** Tells of a call to a service of Google's, and reads no more of it than is asked for: it may carry a whole sheet. */
export function tellCall(witness: Witness, request: string): void {
  const method = request.slice(2, request.indexOf('"', 2));
  const args = () => (decode(request) as [string, unknown[]])[1];
  if (method.startsWith('console.')) {
    const [severity, message] = args();
    witness.logs(String(severity), String(message));
  } else if (!unnoticed.has(method.split('.')[0]!)) witness.calls(method, args);
}
