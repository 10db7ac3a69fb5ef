// Objects that refuse what is not emulated, where plain objects would give undefined as for what Google has not.
import { callHost } from './bridge.ts';

// What the language itself asks any object for.
const asked = new Set<PropertyKey>(['toJSON', 'then', 'constructor', 'nodeType', 'length']);

/** What is emulated of a class of Google's: no member that it lacks, and none of another signature. */
export type Emulated<G> = Partial<G> & { toString?: () => string };

/** What the script reached for in this execution, as `Class.member`. */
export const reached = new Set<string>();

const refused = new Set<string>();
let demand: (member: string) => void = () => {};

/** Each use of one of these members is asked for first, which may throw. */
export function askBefore(members: readonly string[], ask: (member: string) => void): void {
  for (const member of members) refused.add(member);
  demand = ask;
}

/**
 * To the script it is the whole class; which one has to be said, or no member at all may be given. What Google's class
 * lacks as well is undefined, so that a script may look for it. As a text it is the name of its class.
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

/** Of a value of an enumeration, its enumeration; undefined for what is none of Google's objects. */
export function classOf(value: object): string | undefined {
  return classes.get(value);
}

/** A call is refused when it is made, anything else when it is read. */
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

/** An enumeration of Google's with its names in Google's order. Its values are objects, though their types are numbers. */
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
