// Objects that refuse what they do not have: a member that is not emulated must fail, not be undefined.

// What the language itself asks any object for.
const asked = new Set<PropertyKey>(['toJSON', 'then', 'constructor', 'nodeType', 'length']);

export function strict<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || asked.has(key))
        return Reflect.get(target, key, receiver);
      return notEmulated(`${name}.${key}`);
    },
  });
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

export function enumeration<N extends string>(name: string, ...names: N[]): Record<N, EnumValue> {
  const values = {} as Record<N, EnumValue>;
  names.forEach((each, ordinal) => {
    values[each] = strict(`${name}.${each}`, {
      name: () => each,
      ordinal: () => ordinal,
      compareTo: (other: EnumValue) => ordinal - other.ordinal(),
      toString: () => each,
      toJSON: () => each,
    });
  });
  return strict(name, values);
}
