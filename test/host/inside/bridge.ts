// Synchronous calls to the host, the only way out of an execution.
import { decode, encode } from '../codec.ts';
import type { Hook, Lacks } from '../execution/task.ts';
import type { Message } from '../messages.ts';
import type { Change } from '../range-list-changes.ts';

const scope = globalThis as unknown as { __hook?: Hook };
const hook = scope.__hook!;
delete scope.__hook;

/** An exception thrown by Google's services, with a localized message. */
export class Exception extends Error {
  override name = 'Exception';

  constructor(message: Message, ...details: (string | number)[]) {
    super(callHost<string>('messages.text', message, details));
  }
}

type Reply = { value: unknown } | { error: { name: string; message: string } };

let kept: Change[] | undefined;

/** Combines changes into one host call of `method`, because they are a single call on Google. */
export function inOneCall(method: string, change: () => void): void {
  if (kept) {
    change();
    return;
  }
  const changes: Change[] = [];
  kept = changes;
  try {
    change();
  } finally {
    kept = undefined;
  }
  callHost(method, changes);
}

export function callHost<T = unknown>(method: string, ...args: unknown[]): T {
  const [, change] = /^Range\.(\w+)$/.exec(method) ?? [];
  if (kept && change) {
    kept.push({ change, args });
    return undefined as T;
  }
  const reply = decode(hook.call(encode([method, args]))) as Reply;
  if (!('error' in reply)) return reply.value as T;
  throw Object.assign(new Error(reply.error.message), { name: reply.error.name });
}

export const lacks = JSON.parse(hook.lacks) as Lacks;

export function virtualNow(): number {
  return hook.clock[0]!;
}
