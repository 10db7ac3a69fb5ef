/** Everything that a server function may touch. */
import type { SchedulePorts } from '../schedule/ports.ts';

export interface Ports extends SchedulePorts {
  /** The demo shop's connection and examples as JSON, where there is one. */
  demoShop(): string | null;
  log(message: string): void;
}
