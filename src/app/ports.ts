/** Everything that a server function may touch. */
import type { LaidSheets } from '../insights/today/laid-sheets.ts';
import type { Connection } from '../protocol/connection.ts';
import type { ProgressCache } from '../pull/stored-run.ts';
import type { SchedulePorts } from '../schedule/ports.ts';
import type { Message } from './email-text.ts';

export interface DemoShop extends Pick<Connection, 'baseUrl' | 'sellerId' | 'apiKey' | 'secretKey'> {
  readonly itemNumbers: readonly string[];
  readonly campaigns: readonly (string | number)[];
  readonly requestIds: readonly string[];
}

export interface Platform {
  readonly version: string;
  /** `bound` to its spreadsheet, `addon`, or not known yet. */
  build(): string;
  locale(): string;
  workbook(): { readonly name: string; readonly url: string };
  /** All sheets, with their used size. */
  sheets(): readonly { readonly name: string; readonly rows: number; readonly columns: number }[];
}

/** Email to the person who runs the execution. Throws if Google refuses. */
export interface Mail {
  /** Whether the installation has the permission and the person granted it. */
  isAllowed(): boolean;
  /** Recipients that Google still allows today. */
  left(): number;
  address(): string;
  send(message: Message & { readonly to: string }): void;
}

export interface Ports extends SchedulePorts {
  readonly platform: Platform;
  readonly mail: Mail;
  readonly laid: LaidSheets;
  demoShop(): DemoShop;
  /** Stores the progress of running pulls. */
  readonly cache: ProgressCache;
  /** Writes to the current cell, which must be empty and not on a sheet of the add-on. Returns its address. */
  writeFormula(formula: string, format?: string): string;
  log(message: string): void;
}
