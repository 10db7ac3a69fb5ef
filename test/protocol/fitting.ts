/** Checks that records have all declared fields, with values of the declared kinds. */
import { type AnyRecord, isList, type Kind, type Shape } from '../../src/protocol/fields.ts';

/** Returns the record's errors with field paths; empty if the record is valid. */
export function misfits(record: unknown, shape: Shape, path = ''): readonly string[] {
  if (!isPlain(record)) return [`${path || 'the record'} is no record`];
  const strange = Object.keys(record)
    .filter((name) => !Object.hasOwn(shape, name))
    .map((name) => `${path}${name} is in no declaration`);
  return [
    ...strange,
    ...Object.entries(shape).flatMap(([name, member]) => {
      const value = record[name];
      const place = `${path}${name}`;
      if (!Object.hasOwn(record, name) || value === undefined) return [`${place} is missing`];
      if (!isList(member))
        return value === null || fits(value, member.kind) ? [] : [`${place} is ${JSON.stringify(value)}`];
      return Array.isArray(value)
        ? value.flatMap((each, index) => misfits(each, member.of, `${place}.${index}.`))
        : [`${place} is no list`];
    }),
  ];
}

/** Checks the prototype, because a field named `__proto__` would replace it. */
function isPlain(value: unknown): value is AnyRecord {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A string in a number, boolean, or date field is an unparsed value. */
function fits(value: unknown, kind: Kind): boolean {
  // In `pairs`, a pair whose second part is blank ends with a space.
  if (typeof value === 'string')
    return value !== '' && (kind === 'pairs' || value === value.trim()) && !isReadable(value, kind);
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'money':
    case 'ratio':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'instant':
      return isStamped(value, 'at') && Number.isFinite(new Date(Number(value.at)).getTime());
    case 'day':
      return isStamped(value, 'day') && /^\d{4}-\d\d-\d\d$/.test(String(value.day));
    default:
      return false;
  }
}

function isReadable(text: string, kind: Kind): boolean {
  if (kind === 'boolean') return /^(true|false)$/i.test(text);
  return /^(integer|decimal|money|ratio)$/.test(kind) && /^-?\d{1,15}(\.\d{1,10})?$/.test(text);
}

function isStamped<N extends string>(value: unknown, name: N): value is { [K in N]: unknown } & { text: string } {
  return (
    isPlain(value) &&
    Object.keys(value).every((each) => [name, 'text', 'ambiguous', 'skipped'].includes(each)) &&
    typeof value.text === 'string' &&
    value[name] !== undefined
  );
}
