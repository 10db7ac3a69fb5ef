/** `MARKET_CHECK`: whether this installation has what it needs. */
import type { CheckFormula } from '../formula.ts';
import { refresh } from './arguments.ts';

export const check: CheckFormula = {
  name: 'MARKET_CHECK',
  gives: 'check',
  summary: 'What this installation needs, and whether it has it.',
  example: '=MARKET_CHECK()',
  arguments: [refresh],
};
