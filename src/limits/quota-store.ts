/** The port to where the usage of limits is kept, such as the properties of a document, and the text it is kept as there. */

/** Nothing yet, or what is no value that was written here, or is from a day to come. */
export type Stored<T> = T | 'unreadable' | undefined;

export interface QuotaStore<T> {
  /** `now` in epoch milliseconds. */
  get(key: string, now: number): Stored<T>;
  /** Keeps a value exactly. */
  set(key: string, value: T): void;
  /**
   * Does work while no other execution does so in this store; undefined when it would have to be waited for too long.
   * It is held for one read and one write only. Work that holds it may do so again.
   */
  exclusively<Result>(work: () => Result): Result | undefined;
}

/** How values are written where only texts can be kept; null is no text yet. */
export interface TextFormat<T> {
  text(value: T): string;
  read(text: string | null, now: number): Stored<T>;
}
