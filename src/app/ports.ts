/** Everything that a server function may touch. */
import type { ProgressCache } from '../pull/progress.ts';
import type { SchedulePorts } from '../schedule/ports.ts';

export interface Ports extends SchedulePorts {
  /** The demo shop's connection and examples as JSON, where there is one. */
  demoShop(): string | null;
  /** Where running pulls say how far they are. */
  readonly cache: ProgressCache;
  log(message: string): void;
}
