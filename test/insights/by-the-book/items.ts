/** Expected findings about stock, prices, ads, and keywords, computed without the add-on's code. */
import type { Found, Moment } from './orders.ts';
import { cents, count, dayIn, grouped, instant, type Line, number, type Sheets, sum, text } from './sheets.ts';

const DAY = 86_400_000;

/** The number of days of sales to include, and the maximum age of a price log entry in days. */
const LATELY = 30;
const NEWS = 7;
/** Tolerance above the featured price. */
const ABOVE = 0.02;

const itemOf = (line: Line, header: string) => `${text(line, 'Seller ID')} ${text(line, header)}`;

export function inItems(sheets: Sheets, moment: Moment): readonly Found[] {
  const out = soldOut(sheets);
  return [
    ...outOfStock(sheets, moment, out),
    ...inAds(sheets, moment, out),
    ...aboveFeatured(sheets, moment),
    ...declined(sheets),
  ];
}

/** Whether each seller-shipped item is out of stock; omits items without rows. */
function soldOut(sheets: Sheets): ReadonlyMap<string, boolean> {
  const own = sheets('Inventory').filter((row) => text(row, 'Fulfillment option') === '0');
  const items = grouped(own, (row) => itemOf(row, 'Item number'));
  return new Map(
    [...items].map(([item, rows]) => [
      item,
      rows.every((row) => text(row, 'Gone since') !== '' || count(row, 'Available quantity') <= 0),
    ]),
  );
}

/** Units sold recently per item, and the units and cents of those line items that have a price. */
function soldLately(sheets: Sheets, now: number) {
  const orders = new Map(sheets('Orders').map((order) => [itemOf(order, 'Order number'), order]));
  const sold = new Map<string, { units: number; priced: number; cents: number }>();
  for (const line of sheets('Order lines')) {
    const order = orders.get(itemOf(line, 'Order number'));
    const at = order && instant(order, 'Order date');
    if (!order || at === undefined || at < now - LATELY * DAY) continue;
    if (count(order, 'Order status') === 4 || count(line, 'Status') === 3) continue;
    const units = count(line, 'Ordered qty');
    if (units <= 0) continue;
    const item = itemOf(line, 'Market item number');
    const before = sold.get(item) ?? { units: 0, priced: 0, cents: 0 };
    const isPriced = number(line, 'Unit price') !== undefined;
    sold.set(item, {
      units: before.units + units,
      priced: before.priced + (isPriced ? units : 0),
      cents: before.cents + units * cents(line, 'Unit price'),
    });
  }
  return sold;
}

/** Assumes that out-of-stock items had stock before, because each has only one stock reading. */
function outOfStock(sheets: Sheets, { now }: Moment, out: ReadonlyMap<string, boolean>): readonly Found[] {
  const sold = soldLately(sheets, now);
  const wanted = new Set(sold.keys());
  for (const { newest } of groupsOf(sheets))
    if (text(newest, 'Status') === 'Delivering') for (const item of productsOf(newest)) wanted.add(item);
  return [...out]
    .filter(([item, isOut]) => isOut && wanted.has(item))
    .map(([item]) => {
      const { units = 0, priced = 0, cents: amount = 0 } = sold.get(item) ?? {};
      const weekLoss = priced > 0 ? Math.round(7 * (units / LATELY) * (amount / priced)) : undefined;
      return { kind: 'out-of-stock', seller: item.split(' ')[0]!, about: item.split(' ')[1]!, weekLoss };
    });
}

interface Group {
  readonly id: string;
  readonly days: readonly Line[];
  readonly newest: Line;
}

/** Ad groups with their daily rows, oldest first. */
function groupsOf(sheets: Sheets): readonly Group[] {
  const days = sheets('Ad performance').filter((row) => row['From date'] === row['To date']);
  const id = (row: Line) =>
    ['Seller ID', 'Campaign number', 'Group number', 'Country code'].map((each) => text(row, each)).join(' ');
  return [...grouped(days, id)].map(([key, rows]) => {
    const sorted = [...rows].sort((one, other) => instant(one, 'From date')! - instant(other, 'From date')!);
    return { id: key, days: sorted, newest: sorted[sorted.length - 1]! };
  });
}

function productsOf(row: Line): readonly string[] {
  const numbers = text(row, 'Product list').split(',');
  return numbers.flatMap((each) => (each.trim() === '' ? [] : [`${text(row, 'Seller ID')} ${each.trim()}`]));
}

function inAds(sheets: Sheets, { now, zone }: Moment, out: ReadonlyMap<string, boolean>): readonly Found[] {
  const today = dayIn(zone, now);
  const noon = Date.parse(`${today}T12:00:00Z`);
  /** Rows of the last `count` full days before today. */
  const lately = ({ days }: Group, count: number) => {
    const from = new Date(noon - count * DAY).toISOString().slice(0, 10);
    return days.filter((row) => {
      const day = dayIn(zone, instant(row, 'From date')!);
      return day >= from && day < today;
    });
  };
  const groups = groupsOf(sheets);
  const acosOf = (rows: readonly Line[]) => {
    const [spend, sales] = ['Spend', 'Sales'].map((each) => sum(rows.map((row) => cents(row, each))));
    return sales! > 0 ? spend! / sales! : undefined;
  };
  return groups.flatMap((group): Found[] => {
    const [seller, ...rest] = group.id.split(' ') as [string, ...string[]];
    const about = rest.join(' ');
    const status = text(group.newest, 'Status');
    const products = productsOf(group.newest);
    const gone = products.filter((item) => out.get(item) === true).length;
    if (status === 'Delivering' && gone > 0) {
      const spend = sum(lately(group, 7).map((row) => cents(row, 'Spend')));
      const atRisk = gone === products.length ? spend : undefined;
      return [{ kind: 'ads-without-stock', seller, about, atRisk, currency: 'USD' }];
    }
    const [own, all] = [
      acosOf(lately(group, 14)),
      acosOf(groups.filter(({ id }) => id.startsWith(`${seller} `)).flatMap((each) => lately(each, 14))),
    ];
    return status === 'Out of budget' && own !== undefined && all !== undefined && own < all
      ? [{ kind: 'ad-budget', seller, about }]
      : [];
  });
}

function aboveFeatured(sheets: Sheets, { now }: Moment): readonly Found[] {
  const matters = new Set([...soldLately(sheets, now).keys(), ...sheets('Ad performance').flatMap(productsOf)]);
  const logs = grouped(sheets('Price log'), (row) => `${itemOf(row, 'Market item number')} ${text(row, 'Platform')}`);
  return [...logs].flatMap(([id, rows]): Found[] => {
    const newest = rows.reduce((one, other) =>
      instant(other, 'Request time stamp')! > instant(one, 'Request time stamp')! ? other : one,
    );
    const [target, featured] = [number(newest, 'Target unit price'), number(newest, 'Buybox unit price')];
    if (instant(newest, 'Request time stamp')! < now - NEWS * DAY) return [];
    if (target === undefined || featured === undefined || featured <= 0) return [];
    const [seller, ...about] = id.split(' ') as [string, ...string[]];
    if (!matters.has(`${seller} ${about[0]}`)) return [];
    return target * 100 > featured * 100 * (1 + ABOVE) + 1e-6
      ? [{ kind: 'above-featured', seller, about: about[0]! }]
      : [];
  });
}

/** One finding per ad group. */
function declined(sheets: Sheets): readonly Found[] {
  const rows = sheets('Keywords').filter((row) => text(row, 'Decline reason') !== '' && text(row, 'Gone since') === '');
  const groups = grouped(rows, (row) =>
    ['Seller ID', 'Campaign number', 'Group number'].map((each) => text(row, each)).join(' '),
  );
  return [...groups.keys()].map((id) => {
    const [seller, ...about] = id.split(' ') as [string, ...string[]];
    return { kind: 'keyword-declined', seller, about: about.join(' ') };
  });
}
