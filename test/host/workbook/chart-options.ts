/** Chart options by dotted path. An option can be set as `vAxis.title` or inside a `vAxis` object. */
export class ChartOptions {
  constructor(readonly all: Readonly<Record<string, unknown>>) {}

  /** The value of the first path that is set. */
  get(...paths: string[]): unknown {
    for (const path of paths) {
      const found = lookUp(this.all, path.split('.'));
      if (found !== undefined && found !== null) return found;
    }
    return undefined;
  }

  text(...paths: string[]): string | undefined {
    const found = this.get(...paths);
    return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
  }

  number(...paths: string[]): number | undefined {
    const found = this.get(...paths);
    return found !== undefined && found !== '' && Number.isFinite(Number(found)) ? Number(found) : undefined;
  }
}

function lookUp(value: unknown, path: string[]): unknown {
  if (path.length === 0) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (let length = path.length; length > 0; length--) {
    const inner = Reflect.get(value, path.slice(0, length).join('.')) as unknown;
    const found = inner === undefined ? undefined : lookUp(inner, path.slice(length));
    if (found !== undefined) return found;
  }
  return undefined;
}
