// Objects that throw for members that aren't emulated. Plain objects would return undefined, as if Google lacked the
// member.
import { callHost } from './bridge.ts';

// The language itself looks up these members on any object.
const asked = new Set<PropertyKey>(['toJSON', 'then', 'constructor', 'nodeType', 'length']);

/** The emulated part of a Google class, with only Google's signatures. */
export type Emulated<G> = Partial<G> & { toString?: () => string };

/** Members that the script used in this execution, as `Class.member`. */
export const reached = new Set<string>();

const refused = new Set<string>();
let demand: (member: string) => void = () => {};

/** Calls `ask`, which may throw, before each use of these members. */
export function askBefore(members: readonly string[], ask: (member: string) => void): void {
  for (const member of members) refused.add(member);
  demand = ask;
}

/**
 * Presents `members` as the whole class `G`, which must be specified. Members that Google lacks are undefined, so that
 * scripts can test for them. Converted to a string, the object is its class name.
 */
export function strict<G extends object = never>(name: string, members: NoInfer<Emulated<G>>): G {
  const whole = new Proxy(members as G, {
    get(target, key, receiver) {
      if (typeof key === 'symbol') return Reflect.get(target, key, receiver);
      if (key === 'toString' && Reflect.get(target, key) === Object.prototype.toString) return () => name;
      const member = `${name}.${key}`;
      if (key in target) reached.add(member);
      else if (!asked.has(key) && callHost<boolean>('reference.has', name, key)) return notEmulated(member);
      const value: unknown = Reflect.get(target, key, receiver);
      return refused.has(member) ? asking(member, value) : value;
    },
  });
  classes.set(whole, name.replace(/\.\w+$/, ''));
  return whole;
}

const classes = new WeakMap<object, string>();

/** The class of a Google object, or the enumeration that a value belongs to; undefined for other objects. */
export function classOf(value: object): string | undefined {
  return classes.get(value);
}

/** If the refused member is a function, asks before each call; otherwise, asks now. */
function asking(member: string, value: unknown): unknown {
  if (typeof value === 'function')
    return function (this: unknown, ...args: unknown[]) {
      demand(member);
      return (value as (...given: unknown[]) => unknown).apply(this, args);
    };
  demand(member);
  return value;
}

export function notEmulated(member: string): never {
  throw new Error(`not emulated: ${member}`);
}

export interface EnumValue {
  name(): string;
  ordinal(): number;
  compareTo(other: EnumValue): number;
  toString(): string;
  toJSON(): string;
}

/** A Google enumeration, in Google's order. Its values are objects, although Google's types declare numbers. */
export function enumeration<E extends object>(name: string, ...names: (keyof E & string)[]): E {
  const values: Record<string, EnumValue> = {};
  names.forEach((each, ordinal) => {
    values[each] = strict<EnumValue>(`${name}.${each}`, {
      name: () => each,
      ordinal: () => ordinal,
      compareTo: (other: EnumValue) => ordinal - other.ordinal(),
      toString: () => each,
      toJSON: () => each,
    });
  });
  return strict<E>(name, values as Partial<E>);
}
