// Everything that outlives an execution beside the workbook: properties, caches, mails, logs.

export interface CacheEntry {
  value: string;
  until: number;
}

export class Stores {
  readonly script = new Map<string, string>();
  readonly document = new Map<string, string>();
  readonly user = new Map<string, Map<string, string>>();
  readonly caches = new Map<string, Map<string, CacheEntry>>();
  readonly logs: { at: number; severity: string; message: string }[] = [];
  readonly mails: { from: string; to: string; subject: string; body: string; htmlBody?: string }[] = [];

  userProperties(email: string): Map<string, string> {
    return ensured(this.user, email, () => new Map());
  }

  cache(name: string): Map<string, CacheEntry> {
    return ensured(this.caches, name, () => new Map());
  }
}

function ensured<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
