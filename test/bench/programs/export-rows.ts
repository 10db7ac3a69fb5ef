/** Exports order rows from sheet cells in waves, as load jobs. */
import { operations } from '../../../src/operations/registry.ts';
import { NONE_PRIVATE } from '../../../src/protocol/fields.ts';
import type { Cell } from '../../../src/tables/cells.ts';
import { sheetColumns } from '../../../src/tables/columns.ts';
import type { Journal, JournalLine } from '../../../src/tables/sheet.ts';
import { exportRows } from '../../../src/warehouse/export.ts';
import type { Service, ServiceRequest, ServiceResult } from '../../../src/warehouse/service.ts';
import { InMemoryBook } from '../../support/in-memory-book.ts';
import { inMemoryStore } from '../../support/in-memory-store.ts';

const [many] = process.argv.slice(2).map(Number) as [number];
const WAVE = 10_000;
const { orders } = operations;
const columns = sheetColumns(orders, orders.tables[0]!, NONE_PRIVATE);

function cellOf(kind: string, id: string, number: number): Cell {
  if (id === 'rowKey') return `A006|${number}`;
  if (kind === 'instant') return new Date(Date.UTC(2025, 0, 1) + number * 60_000);
  if (kind === 'day') return new Date(Date.UTC(2025, 0, 1 + (number % 300), 5));
  if (kind === 'money') return number % 7 === 0 ? '' : (number % 100_000) / 100;
  if (kind === 'integer') return number % 5;
  if (kind === 'boolean') return number % 2 === 0;
  return `${id} ${String(number).padStart(12, '0')}`;
}

let arrived = 0;
let bytes = 0;
let log: object | undefined;

function answer({ method, path, body, rows }: ServiceRequest): ServiceResult {
  if (rows !== undefined) {
    let lines = 0;
    for (let at = rows.indexOf('\n'); at >= 0; at = rows.indexOf('\n', at + 1)) lines++;
    arrived += lines;
    bytes += rows.length;
    return { status: 200, body: { status: { state: 'DONE' }, statistics: { load: { outputRows: lines } } } };
  }
  if (method === 'post' && path.endsWith('/tables')) log ??= { ...(body as object), creationTime: '1' };
  if (path.endsWith('/tables/orders_log') || method !== 'get')
    return log ? { status: 200, body: log } : { status: 404, body: null };
  return path.includes('/tables/') ? { status: 404, body: null } : { status: 200, body: { location: 'US' } };
}

const document = inMemoryStore();
const place = { project: 'my-shop-123456', location: 'US' };
let kept: JournalLine[] = [];
const lines: Journal = {
  labels: () => kept.map(({ label }) => label),
  lines: (from) => kept.slice(from),
  append: (added) => kept.push(...added),
  removeLines: (gone) => {
    const without = new Set(gone);
    kept = kept.filter((_, line) => !without.has(line));
  },
  remove: () => {
    kept = [];
  },
};
const service: Service = { call: (requests) => requests.map(answer) };
let cpu = 0;

for (let from = 0; from < many; from += WAVE) {
  const book = new InMemoryBook();
  book.create('Orders', columns);
  const { cells } = book.sheet('Orders');
  for (let number = from; number < Math.min(many, from + WAVE); number++)
    cells.push(columns.map(({ kind, id }) => cellOf(kind, id, number)));
  const begun = process.cpuUsage();
  const { state, error } = exportRows(
    {
      book,
      lines,
      document,
      service,
      random: Math.random,
      clock: { now: Date.now, sleep: () => undefined },
      exclusively: (work) => work(),
    },
    place,
    { tables: ['Orders'] },
    Number.POSITIVE_INFINITY,
  );
  if (state !== 'done') throw error ?? new Error(state);
  const { user, system } = process.cpuUsage(begun);
  cpu += (user + system) / 1e6;
}
if (arrived !== many) throw new Error(`${arrived} of ${many} rows arrived.`);
console.log(JSON.stringify({ cpu, bytes }));
