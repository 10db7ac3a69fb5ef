/** `MARKET_CHECK`: the part of the installation check that only a formula can ask. */
import type { CheckFormula } from '../formula.ts';
import { refresh } from './arguments.ts';

export const check: CheckFormula = {
  name: 'MARKET_CHECK',
  gives: 'check',
  summary: 'What Google allows to formulas here; Installation check in the menu asks it along with all else.',
  example: '=MARKET_CHECK()',
  arguments: [refresh],
};
