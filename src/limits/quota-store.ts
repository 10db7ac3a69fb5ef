/** The port to where limits are kept, such as the properties of a document. */

export interface QuotaStore {
  get(key: string): string | null;
  set(key: string, text: string): void;
  /**
   * Does work while no other execution does so in this place; undefined when it would have to be waited for too long.
   * It is held for one read and one write only.
   */
  exclusively<T>(work: () => T): T | undefined;
}
