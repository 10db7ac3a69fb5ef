/** All formulas, by name, in the order in which people see them. A new formula is a new file and a line here. */
import type { AnyFormula, Formula } from '../formula.ts';
import { adPerformance, keywords } from './ad-formulas.ts';
import { inventory, lookupReport, price, priceHistory, stock } from './item-formulas.ts';
import { order, orders } from './order-formulas.ts';
import { check, freshness, quota } from './state-formulas.ts';

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
