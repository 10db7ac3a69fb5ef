/** Everything a call of the sidebar may touch. */
import type { Store } from '../protocol/store.ts';
import type { RunPorts } from '../refresh/advance.ts';

export interface Ports extends RunPorts {
  /** The person's own store: credentials live here and nowhere else. */
  readonly user: Store;
  /** Shared by all people of this workbook: consent, runs, sizes. */
  readonly document: Store;
  /** The demo shop's connection and examples as JSON, where there is one. */
  demoShop(): string | null;
  /** An id that nobody else has. */
  unique(): string;
  log(message: string): void;
}
