// How long Google's services take: a model of one execution, for the virtual clock.
import { isOfDocument } from './services/access.ts';

/**
 * Milliseconds of a call. Cache and properties as others have measured them; the rest is guessed. What is not named takes
 * no time here, and a fetch as long as the marketplace does.
 */
export const latencyModel = {
  cache: 20,
  properties: 40,
  lock: 100,
  /** Of cells and of what lies on them. */
  read: 80,
  /** Read or written. */
  metadata: 60,
  /** Writes are kept back until something is read or the script ends. */
  write: 5,
  flush: 100,
  /** For each cell that was given a value of its own. */
  flushedCell: 0.03,
} as const;

/** Handing out an object and letting go of a lock take no time. */
const FREE = /\.getRange$|\.getActive\w+$|^(Properties|Lock|Cache)Service\.|\.(releaseLock|hasLock)$/;

const READING = /\.(get|is|has|can|find)/;

const BY_CLASS: readonly (readonly [RegExp, number])[] = [
  [/^Cache\./, latencyModel.cache],
  [/^Properties\./, latencyModel.properties],
  [/^Lock\./, latencyModel.lock],
];

/** What the calls of one execution take. */
export class Latency {
  readonly #times: number;
  /** That were written and not yet carried out; nothing where nothing was. */
  #cells: number | undefined;

  /** So many times what the model says. */
  constructor(times: number) {
    this.#times = times;
  }

  of(method: string, args: readonly unknown[]): number {
    return this.#times * this.#modelled(method, args);
  }

  /** What is left to be carried out, because the script reads or ends. */
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

/** Of the lines that a call gives, such as those of `setValues`. */
function cellsIn(args: readonly unknown[]): number {
  const lines = args.find((arg): arg is unknown[][] => Array.isArray(arg) && arg.every(Array.isArray));
  return lines?.reduce((sum, line) => sum + line.length, 0) ?? 0;
}
