/** Reads orders page by page and keeps their rows, or copies that share no memory with the page. */

import { type Format, recordsOf, rowsIn } from './reading.ts';
import { expectedSums, pageText } from './sample-orders.ts';

const [way, format, orders, size] = process.argv.slice(2) as ['ours' | 'copied', Format, string, string];
const [count, pageSize] = [Number(orders), Number(size)];
const kept: unknown[][] = [];
let read = 0;
for (let page = 1; page <= Math.ceil(count / pageSize); page++) {
  const records = recordsOf(format, pageText(format, page, pageSize, count), page);
  read += records.length;
  for (const row of rowsIn(records)) kept.push(way === 'ours' ? row : row.map(copied));
}
if (read !== expectedSums(count).orders) throw new Error(`Read ${read} orders of ${count}`);
globalThis.gc?.();
console.log(JSON.stringify({ MB: process.memoryUsage().heapUsed / 1e6, rows: kept.length }));

/** Copies a string so that it doesn't retain its page. */
function copied(cell: unknown): unknown {
  return typeof cell === 'string' ? Buffer.from(cell).toString() : cell;
}
