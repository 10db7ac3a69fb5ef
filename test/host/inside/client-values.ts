// Values allowed by `google.script.run`: primitives, null, arrays, and plain objects. Undefined becomes null in arrays.
// Objects lose undefined values and keys that end in two underscores.

/** Returns the copy that the receiver gets. Calls `refuse` with the path of the first forbidden value. */
export function acrossClient(value: unknown, refuse: (path: string) => never): unknown {
  return copy(value, '', [], refuse);
}

function copy(value: unknown, path: string, above: object[], refuse: (path: string) => never): unknown {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') return refuse(path);
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) return refuse(path);
  const within = [...above, value];
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => copy(item ?? null, `${path}[${index}]`, within, refuse));
  }
  const kind = Object.prototype.toString.call(value);
  if (kind !== '[object Object]') return refuse(path);
  const members: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined && !key.endsWith('__'))
      members[key] = copy(item, path ? `${path}.${key}` : key, within, refuse);
  }
  return members;
}
