/** All formulas, by name, in the order in which people see them. A new formula is a new file and a line here. */
import type { AnyFormula, Formula } from '../formula.ts';
import { adPerformance } from './ad-performance.ts';
import { check } from './check.ts';
import { freshness } from './freshness.ts';
import { inventory } from './inventory.ts';
import { keywords } from './keywords.ts';
import { lookupReport } from './lookup-report.ts';
import { order } from './order.ts';
import { orders } from './orders.ts';
import { price } from './price.ts';
import { priceHistory } from './price-history.ts';
import { quota } from './quota.ts';
import { stock } from './stock.ts';

export const formulas: readonly Formula[] = [
  stock,
  price,
  order,
  inventory,
  lookupReport,
  priceHistory,
  adPerformance,
  keywords,
  orders,
  freshness,
  quota,
];

/** With the one that asks nothing of the marketplace. */
export const everyFormula: readonly AnyFormula[] = [...formulas, check];

export function findFormula(name: string): Formula {
  const found = formulas.find((formula) => formula.name === name);
  if (!found) throw new Error(`There is no formula ${name}.`);
  return found;
}
