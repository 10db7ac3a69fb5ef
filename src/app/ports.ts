/** Everything that a server function may touch. */
import type { SchedulePorts } from '../schedule/ports.ts';

/** By it, sidebars that are open learn that a run, the menu or another window changed something. */
export interface Revision {
  /** Another text than before once something was changed. */
  read(): string;
  renew(): void;
}

export interface Ports extends SchedulePorts {
  readonly revision: Revision;
  /** The demo shop's connection and examples as JSON, where there is one. */
  demoShop(): string | null;
  log(message: string): void;
}
