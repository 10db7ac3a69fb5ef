/** The options of the command. */
import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm start -- [options]

Opens the add-on in a local spreadsheet with a simulated marketplace behind it. Nothing leaves this computer.

  --port NUMBER      port of the page; 4321 unless told, any free one when it is taken
  --keep FILE        keep the workbook and the add-on's settings, keys too, in this file between starts
  --time-zone NAME   time zone of the spreadsheet; America/New_York unless told
  --items NUMBER     items of the simulated shop; 500 unless told
  --orders NUMBER    orders of the simulated shop; 300 unless told
  --latency NUMBER   times the modelled time of Google's services: 1 as on Google, perhaps; 0 unless told
  --warehouse        with the permission for BigQuery, and a stand-in of it
  --help             this text`;

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

/** Undefined when only the help is wanted. */
export function readOptions(args: string[]): WorkbenchOptions | undefined {
  const values = parsed(args);
  if (values.help) return undefined;
  const timeZone = values['time-zone'] ?? 'America/New_York';
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
  } catch {
    throw new UnusableOption(`There is no time zone ${timeZone}`);
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
  throw new UnusableOption(`--${name} takes a whole number from ${least} to ${most}, not ${text}`);
}
