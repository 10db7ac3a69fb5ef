/** Everything that a server function may touch. */
import type { ProgressCache } from '../pull/progress.ts';
import type { SchedulePorts } from '../schedule/ports.ts';

export interface Ports extends SchedulePorts {
  /** The demo shop's connection and examples as JSON, where there is one. */
  demoShop(): string | null;
  /** Where running pulls say how far they are. */
  readonly cache: ProgressCache;
  /** Into the cell that the person is in, which has to be empty and on no sheet of the add-on; gives where that is. */
  writeFormula(formula: string): string;
  log(message: string): void;
}
