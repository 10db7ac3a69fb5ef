/** Everything that a server function may touch. */
import type { LaidSheets } from '../insights/today/laid-sheets.ts';
import type { Connection } from '../protocol/connection.ts';
import type { ProgressCache } from '../pull/stored-run.ts';
import type { SchedulePorts } from '../schedule/ports.ts';

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

/** Email to the person whose execution it is. What Google refuses is thrown. */
export interface Mail {
  /** Whether the installation has the permission and the person granted it. */
  isAllowed(): boolean;
  /** Recipients that Google still allows today. */
  left(): number;
  address(): string;
  send(message: {
    readonly to: string;
    readonly subject: string;
    readonly body: string;
    readonly htmlBody: string;
  }): void;
}

export interface Ports extends SchedulePorts {
  readonly platform: Platform;
  readonly mail: Mail;
  readonly laid: LaidSheets;
  demoShop(): DemoShop;
  /** Where running pulls say how far they are. */
  readonly cache: ProgressCache;
  /** Into the cell that the person is in, which has to be empty and on no sheet of the add-on; gives where that is. */
  writeFormula(formula: string, format?: string): string;
  log(message: string): void;
}
