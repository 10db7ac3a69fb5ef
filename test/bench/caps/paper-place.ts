/** A place to keep limits in that counts what is done with it. */
import type { QuotaStore } from '../../../src/limits/quota-store.ts';
import type { Chance } from './chance.ts';

export class PaperPlace implements QuotaStore {
  readonly texts = new Map<string, string>();
  /** Reads and writes, and how often it was held. */
  operations = 0;
  transactions = 0;
  /** Characters of the longest text. */
  longest = 0;

  /** `write` carries a change out, or ends the execution; `busy` is the share of times in which others hold the place. */
  constructor(
    private readonly write: (change: () => void) => void,
    private readonly chance: Chance,
    private readonly busy: number,
  ) {}

  get(key: string): string | null {
    this.operations++;
    return this.texts.get(key) ?? null;
  }

  set(key: string, text: string): void {
    this.operations++;
    this.longest = Math.max(this.longest, text.length);
    this.write(() => this.texts.set(key, text));
  }

  exclusively<T>(work: () => T): T | undefined {
    if (this.chance.happens(this.busy)) return undefined;
    this.transactions++;
    return work();
  }
}
