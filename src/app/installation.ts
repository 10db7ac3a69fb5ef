/** Which version a workbook runs, and since when: a copy begins anew, for nothing that is stored comes along. */
import type { Ports } from './ports.ts';

const KEY = 'installed';

interface Stored {
  readonly format: 1;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

export interface Installation {
  readonly version: string;
  /** As an ISO text. */
  readonly since: string;
}

/** Remembered when it is first asked for after it has changed. */
export function installation({ document, clock, platform }: Ports): Installation {
  const text = document.get(KEY);
  const stored = text === null ? undefined : (JSON.parse(text) as Stored);
  const { version } = platform;
  const since = stored?.version === version ? stored.since : clock.now();
  if (stored?.version !== version) document.set(KEY, JSON.stringify({ format: 1, version, since } satisfies Stored));
  return { version, since: new Date(since).toISOString() };
}
