// Data that outlives an execution, except the workbook.

export interface CacheEntry {
  value: string;
  until: number;
}

export class Stores {
  readonly document = new Map<string, string>();
  readonly caches = new Map<string, Map<string, CacheEntry>>();
  readonly logs: { at: number; severity: string; message: string }[] = [];
  readonly mails: { at: number; from: string; to: string; subject: string; body: string; htmlBody?: string }[] = [];

  constructor(
    readonly script = new Map<string, string>(),
    readonly user = new Map<string, Map<string, string>>(),
  ) {}

  /** Stores of the same script in another document: script and user properties are shared. */
  ofOtherDocument(): Stores {
    return new Stores(this.script, this.user);
  }

  userProperties(email: string): Map<string, string> {
    return ensured(this.user, email, () => new Map());
  }

  /** Removes an evenly spread share of all cache entries. */
  evict(part: number): void {
    for (const cache of this.caches.values()) {
      let due = 0;
      for (const key of [...cache.keys()]) {
        due += part;
        // Compare with slightly less than 1, because tenths don't add up exactly.
        if (due < 1 - 1e-9) continue;
        due -= 1;
        cache.delete(key);
      }
    }
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
