/** Expected findings about orders, computed without the add-on's code. */
import { cents, count, dayIn, grouped, instant, type Line, type Sheets, sum, text } from './sheets.ts';

const HOUR = 3_600_000;

export interface Found {
  readonly kind: string;
  readonly seller: string;
  /** The finding's record, such as an order number. */
  readonly about: string;
  /** In cents; undefined if unknown. */
  readonly atRisk?: number | undefined;
  readonly currency?: string;
  /** An item's estimated loss over 7 days, in cents. */
  readonly weekLoss?: number | undefined;
  readonly deadline?: number | undefined;
}

export interface Moment {
  readonly now: number;
  readonly zone: string;
}

/** An order is "void soon" during this many hours before its auto-void. */
const VOIDS_SOON = 48;
const VOIDED = 4;

const idOf = (line: Line) => `${text(line, 'Seller ID')} ${text(line, 'Order number')}`;

/** Whether the order still has units for the seller to ship. */
function isOpen(order: Line): boolean {
  const option = text(order, 'Fulfillment option');
  return [0, 1].includes(count(order, 'Order status')) && (option === '' || option === '0');
}

function openUnits(line: Line): number {
  if (count(line, 'Status') === 3) return 0;
  return Math.max(0, count(line, 'Ordered qty') - count(line, 'Shipped qty'));
}

export function inOrders(sheets: Sheets, { now, zone }: Moment): readonly Found[] {
  const today = dayIn(zone, now);
  const lines = grouped(sheets('Order lines'), idOf);
  const open = sheets('Orders').filter(isOpen);
  const due = (order: Line) => {
    const at = instant(order, 'On time ship due date');
    return at === undefined ? undefined : dayIn(zone, at);
  };
  const deadlineOf = (order: Line) => {
    const dueAt = instant(order, 'On time ship due date');
    const end = dueAt === undefined ? undefined : endOf(dayIn(zone, dueAt), zone, dueAt);
    return instant(order, 'Auto void time') ?? end;
  };
  const shortLines = shortages(sheets, open, lines);
  const found: Found[] = [];
  const tell = (kind: string, order: Line, units: ReadonlyMap<string, number>, deadline?: number) => {
    const amounts = (lines.get(idOf(order)) ?? []).map(
      (line) => (units.get(text(line, 'Row key')) ?? 0) * cents(line, 'Unit price'),
    );
    found.push({
      kind,
      seller: text(order, 'Seller ID'),
      about: text(order, 'Order number'),
      atRisk: sum(amounts),
      currency: text(order, 'Currency code') || 'USD',
      deadline,
    });
  };
  const all = (order: Line) =>
    new Map((lines.get(idOf(order)) ?? []).map((line) => [text(line, 'Row key'), openUnits(line)]));
  for (const order of open) {
    const voids = instant(order, 'Auto void time');
    if (voids !== undefined && voids > now && voids <= now + VOIDS_SOON * HOUR)
      tell('void-soon', order, all(order), voids);
  }
  for (const order of open) if ((due(order) ?? today) < today) tell('overdue', order, all(order));
  for (const order of open) if (due(order) === today) tell('due-today', order, all(order), endOf(today, zone, now));
  for (const order of open) {
    const short = new Map(
      (lines.get(idOf(order)) ?? []).map((line) => [text(line, 'Row key'), shortLines.get(text(line, 'Row key')) ?? 0]),
    );
    if (sum(short.values()) > 0) tell('cannot-ship', order, short, deadlineOf(order));
  }
  return [...found, ...mismatches(sheets, lines)];
}

function endOf(day: string, zone: string, now: number): number {
  let at = now;
  while (dayIn(zone, at) === day) at += HOUR / 4;
  at -= at % (HOUR / 4);
  return at;
}

/** For each line key, the units that stock can't cover. */
function shortages(
  sheets: Sheets,
  open: readonly Line[],
  lines: ReadonlyMap<string, readonly Line[]>,
): ReadonlyMap<string, number> {
  const stock = new Map<string, number>();
  for (const row of sheets('Inventory')) {
    if (text(row, 'Fulfillment option') !== '0') continue;
    const part = `${text(row, 'Seller ID')} ${text(row, 'Seller part number')}`;
    const units = text(row, 'Gone since') === '' ? Math.max(0, count(row, 'Available quantity')) : 0;
    stock.set(part, (stock.get(part) ?? 0) + units);
  }
  const first = (order: Line) =>
    instant(order, 'Auto void time') ??
    instant(order, 'On time ship due date') ??
    instant(order, 'Order date') ??
    Number.POSITIVE_INFINITY;
  const inTurn = [...open].sort(
    (one, other) => first(one) - first(other) || Number(one['Order number']) - Number(other['Order number']),
  );
  const short = new Map<string, number>();
  for (const order of inTurn)
    for (const line of lines.get(idOf(order)) ?? []) {
      const part = `${text(line, 'Seller ID')} ${text(line, 'Seller part number')}`;
      const left = stock.get(part);
      if (left === undefined) continue;
      const units = openUnits(line);
      const taken = Math.min(units, left);
      stock.set(part, left - taken);
      if (units > taken) short.set(text(line, 'Row key'), units - taken);
    }
  return short;
}

function mismatches(sheets: Sheets, lines: ReadonlyMap<string, readonly Line[]>): readonly Found[] {
  const packages = grouped(sheets('Packages'), idOf);
  return sheets('Orders').flatMap((order): Found[] => {
    const boxes = packages.get(idOf(order)) ?? [];
    const status = count(order, 'Order status');
    const units = new Map<string, number>();
    for (const line of lines.get(idOf(order)) ?? [])
      add(units, text(line, 'Seller part number'), count(line, 'Shipped qty'));
    for (const box of boxes) add(units, text(box, 'Seller part number'), -count(box, 'Shipped qty'));
    const whole = sum(
      ['Order item amount', 'Shipping amount', 'Recycling fee amount'].map((each) => cents(order, each)),
    );
    const discount = cents(order, 'Discount amount');
    const total = order['Order total amount'];
    const off = [discount, -discount].map((each) => Math.abs(whole + each - cents(order, 'Order total amount')));
    const difference = typeof total === 'number' ? Math.min(...off) : 0;
    const isWrong =
      [...units.values()].some((each) => each !== 0) ||
      difference > 1 ||
      ([2, 3].includes(status) && boxes.every((box) => text(box, 'Tracking number') === '')) ||
      (status === VOIDED && boxes.length > 0);
    if (!isWrong) return [];
    const atRisk = difference > 1 ? difference : undefined;
    const about = text(order, 'Order number');
    const currency = text(order, 'Currency code') || 'USD';
    return [{ kind: 'mismatch', seller: text(order, 'Seller ID'), about, atRisk, currency }];
  });
}

function add(units: Map<string, number>, part: string, more: number): void {
  units.set(part, (units.get(part) ?? 0) + more);
}
