/** An order as the service reports it, with the mismatch scenario's errors. */
import { Draws, mixText } from '../chance.ts';
import {
  type Amounts,
  amountsOf,
  linesOf,
  type OrderLine,
  type Package,
  packagesOf,
  shippedQuantity,
  strayPackage,
} from './order-lines.ts';
import { type OrderPlan, statusAt } from './order-plans.ts';
import { type Shop, tellsStory } from './shop.ts';

/** Kinds of contradictions in a record. */
export type Defect = 'package-quantity' | 'total' | 'no-tracking-number' | 'void-with-package';

export interface OrderRecord {
  lines: OrderLine[];
  amounts: Amounts;
  packages: Package[];
  defects: Defect[];
  /** The total's error in cents, with the discount either subtracted or added, whichever makes the error smaller. */
  difference: number;
}

/** Changes to a record. The last four look odd but are correct. */
type Fault =
  | 'packed-less'
  | 'packed-more'
  | 'not-packed'
  | 'untracked'
  | 'wrong-total'
  | 'wrong-total-and-sign'
  | 'other-sign'
  | 'both-signs'
  | 'a-cent'
  | 'half-tracked';

const FAULT = mixText('order fault');

/** Faults by order index modulo 17. */
const FAULTS: readonly (Fault | undefined)[] = [
  ...([undefined, 'packed-less', 'other-sign', undefined, 'wrong-total', undefined, 'untracked'] as const),
  ...(['a-cent', 'packed-more', undefined, 'half-tracked', 'wrong-total-and-sign', undefined] as const),
  ...(['not-packed', undefined, 'both-signs', undefined] as const),
];

const STORY_FAULTS: readonly Fault[] = ['packed-less', 'wrong-total', 'untracked', 'packed-more'];

function faultOf(shop: Shop, { index }: OrderPlan): Fault | undefined {
  if (shop.scenario === 'mismatch') return FAULTS[index % FAULTS.length];
  const isOne = tellsStory(shop) && index % 40 === 9;
  return isOne ? STORY_FAULTS[Math.floor(index / 40) % STORY_FAULTS.length] : undefined;
}

/** The newest voided order has a package, and so does every voided order with an even index. */
const hasStrayPackage = (shop: Shop, plan: OrderPlan): boolean =>
  plan.index % 2 === 0 || plan.index === shop.orderCount - 5;

export function recordOf(shop: Shop, plan: OrderPlan, instant: number): OrderRecord {
  const lines = linesOf(shop, plan);
  const amounts = amountsOf(shop, plan, lines, instant);
  const packages = packagesOf(shop, plan, lines, instant);
  const record: OrderRecord = { lines, amounts, packages, defects: [], difference: 0 };
  const fault = faultOf(shop, plan);
  const status = statusAt(plan, instant);
  if (shop.scenario === 'mismatch' && status === 4 && hasStrayPackage(shop, plan)) {
    record.packages = [strayPackage(shop, plan, lines)];
    record.defects.push('void-with-package');
  }
  if (fault) falsifyAmounts(record, fault, new Draws(shop.seed, FAULT, plan.index));
  if (fault && status >= 1 && status <= 3) falsifyPackages(record, fault);
  const isShipped = status === 2 || status === 3;
  if (isShipped && record.packages.every(({ tracking }) => tracking === '')) {
    record.defects.push('no-tracking-number');
  }
  const shipped = (part: string) => quantityOf(lines, part, (line) => shippedQuantity(plan, line, instant));
  const packed = record.packages.flatMap((one) => one.lines);
  const parts = [...new Set([...lines, ...packed].map(({ item }) => item.sellerPartNumber))];
  if (parts.some((part) => shipped(part) !== quantityOf(packed, part, ({ quantity }) => quantity))) {
    record.defects.push('package-quantity');
  }
  return record;
}

const quantityOf = <T extends { item: OrderLine['item'] }>(
  entries: readonly T[],
  part: string,
  of: (entry: T) => number,
): number => entries.reduce((sum, entry) => sum + (entry.item.sellerPartNumber === part ? of(entry) : 0), 0);

/** The total's error with the discount either subtracted or added, whichever makes it smaller. */
const wrongBy = ({ items, shipping, recycling, discount, total }: Amounts): number =>
  Math.min(...[-discount, discount].map((off) => Math.abs(items + shipping + recycling + off - total)));

function falsifyAmounts(record: OrderRecord, fault: Fault, draws: Draws): void {
  const amounts = { ...record.amounts };
  const list = amounts.items + amounts.shipping + amounts.recycling;
  const discount = Math.floor(amounts.items * 0.05) + 100;
  const off = draws.whole(150, 4000) * (draws.chance(0.5) ? 1 : -1);
  if (fault === 'a-cent') amounts.total += off > 0 ? 1 : -1;
  if (fault === 'other-sign' || fault === 'wrong-total-and-sign') {
    amounts.discount = -discount;
    amounts.total = list - discount;
  }
  if (fault === 'both-signs') {
    amounts.discount = discount;
    amounts.total = list + discount;
  }
  if (fault === 'wrong-total' || fault === 'wrong-total-and-sign') {
    amounts.total += off;
    while (wrongBy(amounts) <= 1) amounts.total += 173;
    record.defects.push('total');
    record.difference = wrongBy(amounts);
  }
  record.amounts = amounts;
}

function falsifyPackages(record: OrderRecord, fault: Fault): void {
  const [first, ...others] = record.packages as [Package];
  if (fault === 'not-packed') record.packages = [];
  if (fault === 'untracked') record.packages = record.packages.map((one) => ({ ...one, tracking: '' }));
  if (fault === 'half-tracked' && others.length > 0) record.packages = [{ ...first, tracking: '' }, ...others];
  if (fault !== 'packed-less' && fault !== 'packed-more') return;
  const lines = first.lines.map((line, at) => ({
    ...line,
    quantity: line.quantity + (at > 0 ? 0 : fault === 'packed-less' ? -1 : 1),
  }));
  record.packages = [{ ...first, lines: lines.filter(({ quantity }) => quantity > 0) }, ...others];
}
