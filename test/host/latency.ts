// Models how long Google's services take on the virtual clock.
import { isOfDocument } from './services/access.ts';

/**
 * Milliseconds per call. The times for the cache and properties were measured by others; the rest are estimates.
 * Services that aren't listed take no time, and a fetch takes as long as the marketplace does.
 */
export const latencyModel = {
  cache: 20,
  properties: 40,
  lock: 100,
  /** Reading cells or objects attached to cells. */
  read: 80,
  /** Reading or writing developer metadata. */
  metadata: 60,
  /** Writes are buffered until the script reads or ends. */
  write: 5,
  flush: 100,
  /** Per changed cell. */
  flushedCell: 0.03,
} as const;

const FREE = /\.getRange$|\.getActive\w+$|^(Properties|Lock|Cache)Service\.|\.(releaseLock|hasLock)$/;

const READING = /\.(get|is|has|can|find)/;

const BY_CLASS: readonly (readonly [RegExp, number])[] = [
  [/^Cache\./, latencyModel.cache],
  [/^Properties\./, latencyModel.properties],
  [/^Lock\./, latencyModel.lock],
];

/** Whether Google sends buffered writes before this call. */
export function sendsWrites(method: string): boolean {
  return method === 'SpreadsheetApp.flush' || (isOfDocument(method) && READING.test(method) && !FREE.test(method));
}

export class Latency {
  readonly #times: number;
  /** Cells written but not flushed; undefined if there are none. */
  #cells: number | undefined;

  /** `times` multiplies the modeled time. */
  constructor(times: number) {
    this.#times = times;
  }

  of(method: string, args: readonly unknown[]): number {
    return this.#times * this.#modelled(method, args);
  }

  /** The time to flush buffered writes. */
  flush(): number {
    return this.#times * this.#flushed();
  }

  #modelled(method: string, args: readonly unknown[]): number {
    if (FREE.test(method)) return 0;
    if (method === 'SpreadsheetApp.flush') return this.#flushed();
    if (!isOfDocument(method)) return BY_CLASS.find(([of]) => of.test(method))?.[1] ?? 0;
    if (method.startsWith('DeveloperMetadata'))
      return latencyModel.metadata + (READING.test(method) ? this.#flushed() : 0);
    if (READING.test(method)) return latencyModel.read + this.#flushed();
    this.#cells = (this.#cells ?? 0) + cellsIn(args);
    return latencyModel.write;
  }

  #flushed(): number {
    if (this.#cells === undefined) return 0;
    const cells = this.#cells;
    this.#cells = undefined;
    return latencyModel.flush + cells * latencyModel.flushedCell;
  }
}

/** The number of cells in rows passed to a call such as `setValues`. */
function cellsIn(args: readonly unknown[]): number {
  const lines = args.find((arg): arg is unknown[][] => Array.isArray(arg) && arg.every(Array.isArray));
  return lines?.reduce((sum, line) => sum + line.length, 0) ?? 0;
}
