/** Exports a million rows of unusual values, reads them back, and compares them by type. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { NONE_PRIVATE } from '../../src/protocol/fields.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { sheetColumns } from '../../src/tables/columns.ts';
import { exportRows } from '../../src/warehouse/export.ts';
import type { Service, ServiceRequest } from '../../src/warehouse/service.ts';
import { exporting } from '../support/exporting.ts';

const WAVE = 20_000;
const ROWS = 1_000_000;
const { orders } = operations;
const columns = sheetColumns(orders, orders.tables[0]!, NONE_PRIVATE);

/** The first generated time. Later ones include the hour that the spreadsheet's time zone repeats. */
const REPEATED = Date.UTC(2025, 10, 2, 4);

function instantOf(number: number): number {
  return REPEATED + (number % 300) * 60_000;
}

/** Pacific time in the service's format. */
function rawOf(at: number): string {
  const wall = new Date(at - 7 * 3_600_000);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(wall.getUTCMonth() + 1)}/${two(wall.getUTCDate())}/${wall.getUTCFullYear()} ${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}:${two(wall.getUTCSeconds())}`;
}

const idOf = (number: number) => String(number).padStart(22, '0');
const amountOf = (number: number) => (number % 10 === 0 ? '' : number % 10 === 1 ? 0 : (number % 999_983) / 100);

function cellOf(id: string, number: number): Cell {
  if (id === 'rowKey') return `A006|${idOf(number)}`;
  if (id === 'orderNumber') return idOf(number);
  if (id === 'sellerId') return 'A006';
  if (id === 'invoiceNumber') return number % 3 === 0 ? `1E${number % 9}` : '';
  // A New York sheet can contain either time of the repeated hour; this uses the first.
  if (id === 'orderDate') {
    const at = instantOf(number);
    return new Date(at >= REPEATED + 2 * 3_600_000 && at < REPEATED + 3 * 3_600_000 ? at - 3_600_000 : at);
  }
  if (id === 'rawDates') return `Order date: ${rawOf(instantOf(number))}`;
  if (id === 'asOf') return new Date(Date.UTC(2025, 11, 1));
  if (id === 'orderTotalAmount') return amountOf(number);
  if (id === 'orderQty') return number % 4 === 0 ? '' : number % 4 === 1 ? 0 : number % 1000;
  if (id === 'onTimeShipDueDate') return new Date(Date.UTC(2025, number % 12, 1 + (number % 28), 5));
  if (id === 'isAutoVoid') return number % 2 === 0;
  return '';
}

const BOUNDARY = 'rows';

/** Makes synchronous calls with curl, because the export waits for each call as it does on Google. */
function serviceAt(url: string): Service {
  const call = ({ method, path, body, rows }: ServiceRequest) => {
    const isUpload = rows !== undefined;
    const part = (type: string, text: string) => `--${BOUNDARY}\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
    const json = JSON.stringify(body);
    const content = isUpload
      ? `${part('application/json', json)}${part('application/octet-stream', rows)}--${BOUNDARY}--\r\n`
      : json;
    const type = isUpload ? `multipart/related; boundary=${BOUNDARY}` : 'application/json';
    const address = isUpload ? `/upload/bigquery/v2${path}?uploadType=multipart` : `/bigquery/v2${path}`;
    const args = ['-s', '-X', method.toUpperCase(), '-H', `Content-Type: ${type}`, '-w', '\n%{http_code}'];
    const data = body === undefined ? [] : ['--data-binary', '@-'];
    const said = execFileSync('curl', [...args, ...data, url + address], {
      input: content ?? '',
      maxBuffer: 1e9,
    });
    const text = said.toString('utf8');
    const at = text.lastIndexOf('\n');
    return { status: Number(text.slice(at + 1)), body: JSON.parse(text.slice(0, at)) as never };
  };
  return { call: (requests) => requests.map(call) };
}

async function started(): Promise<{
  readonly process: ChildProcess;
  readonly url: string;
  readonly project: string;
}> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/warehouse/main.ts', '--port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return { process: child, ...(JSON.parse(line.toString('utf8')) as { url: string; project: string }) };
}

test('exported rows are read back equal', async () => {
  const server = await started();
  try {
    const service = serviceAt(server.url);
    const ports = { ...exporting('America/New_York'), service };
    const place = { project: server.project, location: 'US' };
    const ask = (sql: string): (string | null)[][] => {
      const path = `/projects/${server.project}/queries`;
      const [answer] = service.call([{ method: 'post', path, body: { query: sql, useLegacySql: false } }]);
      const { rows = [] } = (answer as { body: { rows?: { f: { v: string | null }[] }[] } }).body;
      return rows.map(({ f }) => f.map(({ v }) => v));
    };
    for (let from = 0; from < ROWS; from += WAVE) {
      ports.book.remove('Orders');
      ports.book.create('Orders', columns);
      const { cells } = ports.book.sheet('Orders');
      for (let number = from; number < from + WAVE; number++) cells.push(columns.map(({ id }) => cellOf(id, number)));
      const { state, error } = exportRows(ports, place, { tables: ['Orders'] }, Number.POSITIVE_INFINITY);
      expect(error?.message).toBeUndefined();
      expect(state).toBe('done');

      const numbers = Array.from({ length: WAVE }, (_, index) => from + index);
      const [sums] = ask(
        `SELECT COUNT(*), COUNT(DISTINCT row_key), SUM(order_total_amount), COUNT(order_total_amount), SUM(order_qty), COUNT(order_qty), COUNT(invoice_number), COUNTIF(is_auto_void) FROM \`market_for_sheets.orders\` WHERE order_number BETWEEN '${idOf(from)}' AND '${idOf(from + WAVE - 1)}'`,
      );
      const amounts = numbers.map(amountOf).filter((amount) => amount !== '');
      const pieces = numbers.map((number) => cellOf('orderQty', number)).filter((cell) => cell !== '');
      const cents = amounts.reduce<number>((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
      expect(sums!.map(Number)).toEqual([
        WAVE,
        WAVE,
        cents / 100,
        amounts.length,
        pieces.reduce<number>((sum, cell) => sum + Number(cell), 0),
        pieces.length,
        numbers.filter((number) => number % 3 === 0).length,
        numbers.filter((number) => number % 2 === 0).length,
      ]);
      const looked = numbers.filter((_, index) => index % Math.floor(WAVE / 100) === 0);
      const rows = ask(
        `SELECT order_number, invoice_number, UNIX_MILLIS(order_date), CAST(on_time_ship_due_date AS STRING), order_total_amount, order_qty, is_auto_void FROM \`market_for_sheets.orders_log\` WHERE order_number IN (${looked.map((number) => `'${idOf(number)}'`).join(', ')}) ORDER BY order_number`,
      );
      expect(rows).toEqual(
        looked.map((number) => {
          const amount = amountOf(number);
          const quantity = cellOf('orderQty', number);
          const due = cellOf('onTimeShipDueDate', number) as Date;
          return [
            idOf(number),
            number % 3 === 0 ? `1E${number % 9}` : null,
            String(instantOf(number)),
            new Date(due.getTime() - 5 * 3_600_000).toISOString().slice(0, 10),
            amount === '' ? null : String(amount),
            quantity === '' ? null : String(quantity),
            String(number % 2 === 0),
          ];
        }),
      );
    }
    const [all] = ask('SELECT COUNT(*), COUNT(DISTINCT row_key) FROM `market_for_sheets.orders_log`');
    expect(all!.map(Number)).toEqual([ROWS, ROWS]);
  } finally {
    server.process.kill();
  }
});
