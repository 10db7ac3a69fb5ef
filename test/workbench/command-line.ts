import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm start -- [options]

Opens the add-on in a local spreadsheet with a simulated marketplace. No data leaves this computer.

  --port NUMBER      port of the page (default 4321, or any free port if taken)
  --keep FILE        save the workbook and the add-on's settings, including keys, to this file
  --time-zone NAME   time zone of the spreadsheet (default America/New_York)
  --items NUMBER     items in the simulated shop (default 500)
  --orders NUMBER    orders in the simulated shop (default 300)
  --latency NUMBER   delay of Google's services: 1 approximates the real delay (default 0)
  --warehouse        grant the BigQuery permission and start a simulated BigQuery
  --help             show this text`;

export interface WorkbenchOptions {
  port: number;
  timeZone: string;
  items: number;
  orders: number;
  latency?: number;
  keep?: string;
  warehouse?: boolean;
}

export class UnusableOption extends Error {}

/** Returns undefined for `--help`. */
export function readOptions(args: string[]): WorkbenchOptions | undefined {
  const values = parsed(args);
  if (values.help) return undefined;
  if (values.keep === '') throw new UnusableOption('--keep needs a file name');
  const timeZone = values['time-zone'] ?? 'America/New_York';
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
  } catch {
    throw new UnusableOption(`Unknown time zone ${timeZone}`);
  }
  return {
    port: whole('port', values.port, 4321, 0, 65_535),
    items: whole('items', values.items, 500, 1, 100_000),
    orders: whole('orders', values.orders, 300, 0, 100_000),
    latency: whole('latency', values.latency, 0, 0, 100),
    timeZone,
    ...(values.keep === undefined ? {} : { keep: values.keep }),
    ...(values.warehouse ? { warehouse: true } : {}),
  };
}

function parsed(args: string[]) {
  const text = { type: 'string' } as const;
  const options = {
    port: text,
    keep: text,
    'time-zone': text,
    items: text,
    orders: text,
    latency: text,
    warehouse: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UnusableOption((error as Error).message);
  }
}

function whole(name: string, text: string | undefined, usual: number, least: number, most: number): number {
  if (text === undefined) return usual;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new UnusableOption(`--${name} must be a whole number from ${least} to ${most}, not ${text}`);
}
