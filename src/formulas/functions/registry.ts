/** All formulas, by name. */
import type { Formula } from '../formula.ts';
import { order } from './order.ts';
import { price } from './price.ts';
import { freshness, quota } from './state.ts';
import { stock } from './stock.ts';
import { tableFormulas } from './tables.ts';

export const formulas: readonly Formula[] = [stock, price, order, ...tableFormulas, freshness, quota];

export function findFormula(name: string): Formula {
  const found = formulas.find((formula) => formula.name === name);
  if (!found) throw new Error(`There is no formula ${name}.`);
  return found;
}
