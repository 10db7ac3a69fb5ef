/**
 * Decodes pages of orders to `records`, `rows`, or `tree` and prints the CPU time. With `check`, verifies the result
 * instead.
 */

import { type Format, ordersIn, recordsOf, rowsIn, treeOf } from './reading.ts';
import { expectedSums, pageText } from './sample-orders.ts';

const [way, format, orders, size, mode] = process.argv.slice(2) as [string, Format, string, string, string?];
const [count, pageSize] = [Number(orders), Number(size)];
const pages = Array.from({ length: Math.ceil(count / pageSize) }, (_, at) => pageText(format, at + 1, pageSize, count));

function read(text: string, page: number): unknown {
  if (way === 'tree') return treeOf(format, text);
  const records = recordsOf(format, text, page);
  return way === 'rows' ? rowsIn(records) : records;
}

function cents(answer: unknown): number[] {
  if (way === 'tree') return ordersIn(format, answer).map((order) => Number(order.OrderTotalAmount) * 100);
  if (way === 'records') return (answer as { orderTotalAmount: number }[]).map((each) => each.orderTotalAmount * 100);
  // An order's cells are in several tables, so only the row count is checked.
  return (answer as unknown[]).map(() => 0);
}

if (mode === 'check') {
  const read1 = pages.flatMap((text, at) => cents(read(text, at + 1)));
  const expected = expectedSums(count);
  const total = read1.reduce((sum, each) => sum + Math.round(each), 0);
  const right = way === 'rows' ? read1.length > count : read1.length === expected.orders && total === expected.total;
  console.log(JSON.stringify({ right: Number(right) }));
} else {
  const start = process.cpuUsage();
  pages.forEach((text, at) => void read(text, at + 1));
  const { user, system } = process.cpuUsage(start);
  console.log(JSON.stringify({ microseconds: (user + system) / count }));
}
