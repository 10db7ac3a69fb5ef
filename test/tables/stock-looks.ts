/** Writes stock readings ("looks") as a pull does, and calculates the expected daily sums. */
import { inventory } from '../../src/operations/inventory.ts';
import { NONE_PRIVATE } from '../../src/protocol/fields.ts';
import { DAY, HOUR } from '../../src/protocol/time.ts';
import { applyPlans } from '../../src/tables/apply.ts';
import { planHistory } from '../../src/tables/history.ts';
import { planUpsert } from '../../src/tables/plan.ts';
import type { Book } from '../../src/tables/sheet.ts';

/** Quantity by item and warehouse; warehouses whose names start with `O` belong to the operator. */
export type Stock = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Look {
  readonly at: number;
  readonly stock: Stock;
}

export function writeLook(book: Book, { at, stock }: Look, sellerId = 'A006'): void {
  const records = Object.entries(stock).map(([itemNumber, rows]) => ({
    sellerId,
    itemNumber,
    sellerPartNumber: null,
    condition: 1,
    inventoryAllocation: Object.entries(rows).map(([warehouseLocation, availableQuantity]) => ({
      warehouseLocation,
      fulfillmentOption: warehouseLocation.startsWith('O') ? '1' : '0',
      availableQuantity,
      warehouseAllocation: null,
    })),
  }));
  const plans = planUpsert(book, inventory, records, NONE_PRIVATE, at);
  const past = plans.flatMap((plan) => planHistory(book, inventory, plan, at));
  applyPlans(book, [...plans, ...past]);
}

/** A row of Stock days: readings, total decrease, sum of squared decreases, total increase, hours with stock. */
export type Sums = readonly [looks: number, fallen: number, squared: number, risen: number, hours: number];

/** Sums by item and UTC day, for readings before `before`. */
export function daysOf(looks: readonly Look[], before: number): Readonly<Record<string, Sums>> {
  const found: Record<string, Sums> = {};
  const own = (stock: Stock, item: string) =>
    Object.entries(stock[item] ?? {}).reduce(
      (sum, [name, quantity]) => (name.startsWith('O') ? sum : sum + Math.max(quantity, 0)),
      0,
    );
  looks.forEach(({ at, stock }, index) => {
    const previous = looks[index - 1];
    if (!previous || at >= before) return;
    for (const item of Object.keys(stock)) {
      const [was, is] = [own(previous.stock, item), own(stock, item)];
      const name = `${item} ${new Date(Math.floor(at / DAY) * DAY).toISOString().slice(0, 10)}`;
      const [count, fallen, squared, risen, hours] = found[name] ?? [0, 0, 0, 0, 0];
      if (is > was) found[name] = [count, fallen, squared, risen + is - was, hours];
      else {
        const fall = was - is;
        found[name] =
          is > 0
            ? [count + 1, fallen + fall, squared + fall * fall, risen, hours + (at - previous.at) / HOUR]
            : [count, fallen, squared, risen, hours];
      }
    }
  });
  return found;
}
