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
  build(): string;
  locale(): string;
  workbook(): { readonly name: string; readonly url: string };
  /** Row and column counts include only the used range. */
  sheets(): readonly { readonly name: string; readonly rows: number; readonly columns: number }[];
}

/** Emails the current user. Methods throw if Google rejects the call. */
export interface Mail {
  /** Whether the installation includes the permission and the user granted it. */
  isAllowed(): boolean;
  /** Number of recipients left in today's Google quota. */
  left(): number;
  address(): string;
  send(message: Message & { readonly to: string }): void;
}

export interface Ports extends SchedulePorts {
  readonly platform: Platform;
  readonly mail: Mail;
  readonly laid: LaidSheets;
  demoShop(): DemoShop;
  readonly cache: ProgressCache;
  /** Writes to the active cell and returns its address. Throws unless the cell is blank and on the user's own sheet. */
  writeFormula(formula: string, format?: string): string;
  log(message: string): void;
}
