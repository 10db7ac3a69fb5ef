/** The progress of a pull for the page that waits for it, and requests to stop: small texts in the workbook's cache. */
import type { Clock } from '../protocol/http.ts';
import { parseJson } from '../protocol/stored.ts';
import { SECOND } from '../protocol/time.ts';
import type { Counts } from '../tables/diff.ts';
import { addCounts, NO_ROWS } from './report.ts';
import type { Run } from './run.ts';

export interface Progress {
  readonly id: string;
  readonly operation: string;
  /** Calls made, and calls left as far as is known. */
  readonly calls: number;
  readonly callsLeft: number;
  readonly rows: Counts;
}

export interface ProgressCache {
  getAll(keys: readonly string[]): Readonly<Record<string, string>>;
  putAll(texts: Readonly<Record<string, string>>, seconds: number): void;
}

interface ProgressPorts {
  readonly cache: ProgressCache;
  readonly clock: Clock;
}

/** No execution lasts longer, in seconds. */
const KEPT = 600;
/** Each text costs a service call. */
const TOLD_EVERY = 2 * SECOND;

const toldKey = (name: string) => `pull.progress:${name}`;
const stopKey = (id: string) => `pull.stop:${id}`;

export function progressOf({ id, operation, calls, callsLeft, tables }: Run): Progress {
  return { id, operation, calls, callsLeft, rows: tables.reduce(addCounts, NO_ROWS) };
}

/** `name` is what the page that started the pull calls it. */
export function tellProgress({ cache }: ProgressPorts, name: string, progress: Progress): void {
  cache.putAll({ [toldKey(name)]: JSON.stringify(progress) }, KEPT);
}

export function readProgress({ cache }: Pick<ProgressPorts, 'cache'>, name: string): Progress | null {
  const text = cache.getAll([toldKey(name)])[toldKey(name)];
  return parseJson<Progress>(text) ?? null;
}

/** Called between two rounds of calls: writes the progress, and says whether somebody wants the run to stop. */
export function followed(ports: ProgressPorts, name?: string): (progress: Progress) => boolean {
  let toldAt = ports.clock.now();
  return (progress) => {
    const now = ports.clock.now();
    if (name !== undefined && now - toldAt >= TOLD_EVERY) {
      tellProgress(ports, name, progress);
      toldAt = now;
    }
    return stopKey(progress.id) in ports.cache.getAll([stopKey(progress.id)]);
  };
}

/** The execution that has the run stops after the calls under way. */
export function askToStop({ cache }: Pick<ProgressPorts, 'cache'>, id: string): void {
  cache.putAll({ [stopKey(id)]: '1' }, KEPT);
}
