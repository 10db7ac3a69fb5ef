// JSON with support for dates, undefined, and non-finite numbers, for messages between executions and the host.

const TAG = '$host';

export function encode(value: unknown): string {
  return JSON.stringify(tag(value));
}

export function decode(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return text.includes(`"${TAG}"`) ? untag(value) : value;
}

// Compares the class name, because `instanceof` fails for values from another realm.
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

function tag(value: unknown): unknown {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : { [TAG]: 'number', text: String(value) };
  }
  if (value === undefined) return { [TAG]: 'undefined' };
  if (typeof value !== 'object' || value === null) return value;
  if (isDate(value)) return { [TAG]: 'date', text: String(value.getTime()) };
  return Array.isArray(value) ? tagList(value) : tagMembers(value as Record<string, unknown>);
}

// Copies a list only if an item needs a tag. Grids can have half a million cells.
function tagList(list: unknown[]): unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    const tagged = tag(item);
    if (tagged !== item) {
      copy ??= list.slice();
      copy[index] = tagged;
    }
  }
  return copy ?? list;
}

function tagMembers(members: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(members)) {
    const value = members[key];
    if (value !== undefined && typeof value !== 'function') copy[key] = tag(value);
  }
  return copy;
}

function untag(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  if (members[TAG] === 'date') return new Date(Number(members.text));
  if (members[TAG] === 'number') return Number(members.text);
  if (members[TAG] === 'undefined') return undefined;
  for (const key of Object.keys(members)) {
    const item = members[key];
    if (typeof item === 'object' && item !== null) members[key] = untag(item);
  }
  return members;
}
