// Models the time of Google's services for one execution on the virtual clock.
import { isOfDocument } from './services/access.ts';

/**
 * Milliseconds per call. Cache and properties as measured by others; the rest is estimated. Services not listed take no
 * time here, and a fetch takes the marketplace's time.
 */
export const latencyModel = {
  cache: 20,
  properties: 40,
  lock: 100,
  /** Cells and objects attached to them. */
  read: 80,
  /** Reads and writes. */
  metadata: 60,
  /** Writes are buffered until the script reads or ends. */
  write: 5,
  flush: 100,
  /** Per cell with a value of its own. */
  flushedCell: 0.03,
} as const;

/** Getting an object from a service and releasing a lock take no time. */
const FREE = /\.getRange$|\.getActive\w+$|^(Properties|Lock|Cache)Service\.|\.(releaseLock|hasLock)$/;

const READING = /\.(get|is|has|can|find)/;

const BY_CLASS: readonly (readonly [RegExp, number])[] = [
  [/^Cache\./, latencyModel.cache],
  [/^Properties\./, latencyModel.properties],
  [/^Lock\./, latencyModel.lock],
];

/** Modeled time of one execution's calls. */
export class Latency {
  readonly #times: number;
  /** Cells written but not yet flushed; undefined without writes. */
  #cells: number | undefined;

  /** `times` multiplies the model. */
  constructor(times: number) {
    this.#times = times;
  }

  of(method: string, args: readonly unknown[]): number {
    return this.#times * this.#modelled(method, args);
  }

  /** Time to flush buffered writes, because the script reads or ends. */
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

/** Cells in the rows that a call passes, as in `setValues`. */
function cellsIn(args: readonly unknown[]): number {
  const lines = args.find((arg): arg is unknown[][] => Array.isArray(arg) && arg.every(Array.isArray));
  return lines?.reduce((sum, line) => sum + line.length, 0) ?? 0;
}
