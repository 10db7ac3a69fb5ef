/**
 * Replaces the host's bridge: passes values without serialization and attributes time between `enter` and `leave` to
 * the services.
 */
import { isDate } from '../../host/codec.ts';

interface Hook {
  enter(method: string, args: readonly unknown[]): void;
  answer(method: string, args: readonly unknown[]): { value: unknown } | { name: string; message: string };
  leave(): void;
}

const hook = (globalThis as unknown as { __hook: Hook }).__hook;

export class Exception extends Error {
  override name = 'Exception';
}

let isInCall = false;

/** Groups changes that Google makes in one call to `method`. */
export function inOneCall(method: string, change: () => void): void {
  if (isInCall) {
    change();
    return;
  }
  hook.enter(method, []);
  isInCall = true;
  try {
    change();
  } finally {
    isInCall = false;
    hook.leave();
  }
}

export function callHost<T = unknown>(method: string, ...args: unknown[]): T {
  if (!isInCall) hook.enter(method, args);
  try {
    const reply = hook.answer(method, args);
    if ('value' in reply) return owned(reply.value) as T;
    const error = new Exception(reply.message);
    error.name = reply.name;
    throw error;
  } finally {
    if (!isInCall) hook.leave();
  }
}

/** Copies lists and dates into the script's realm, like deserialization. */
function owned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isDate(value)) return new Date(Number(value));
  if (!Array.isArray(value)) return value;
  if (value.some(Array.isArray)) return Array.from(value, owned);
  const copy = JSON.parse(JSON.stringify(value)) as unknown[];
  value.forEach((item, index) => {
    if (isDate(item)) copy[index] = new Date(Number(item));
  });
  return copy;
}

export function virtualNow(): number {
  return 0;
}
