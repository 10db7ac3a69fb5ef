// The one way out of an execution: a synchronous call to the host, which answers or refuses.
import { decode, encode } from '../codec.ts';
import type { Lacks } from '../execution/task.ts';

interface Hook {
  call(request: string): string;
  clock: Float64Array;
  lacks: string;
}

const scope = globalThis as unknown as { __hook?: Hook };
const hook = scope.__hook!;
delete scope.__hook;

/** What Google's services throw. */
export class Exception extends Error {
  override name = 'Exception';
}

type Reply = { value: unknown } | { error: { name: string; message: string } };

export function callHost<T = unknown>(method: string, ...args: unknown[]): T {
  const reply = decode(hook.call(encode([method, args]))) as Reply;
  if (!('error' in reply)) return reply.value as T;
  const error = new Exception(reply.error.message);
  error.name = reply.error.name;
  throw error;
}

export const lacks = JSON.parse(hook.lacks) as Lacks;

export function virtualNow(): number {
  return hook.clock[0]!;
}
