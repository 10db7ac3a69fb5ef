/** `MARKET_FRESHNESS`: how fresh a table of the add-on is. */
import { pulledTables } from '../../operations/tables.ts';
import type { StateFormula } from '../formula.ts';
import { choiceOf, refresh } from './arguments.ts';

export const freshness: StateFormula = {
  name: 'MARKET_FRESHNESS',
  gives: 'state',
  summary:
    'When a table was last brought up to date, and beside it whether it is fresh, due, late or failing.',
  example: '=MARKET_FRESHNESS("Orders", MARKET_TICK)',
  arguments: [{ name: 'table', takes: 'field', help: 'Name of the table, such as Orders.' }, refresh],
  stateOf: ({ table = '' }, addOn) => {
    const tables = pulledTables();
    const { at, state } = addOn.freshness(tables[choiceOf('table', table, Object.keys(tables))]!);
    return [[at === undefined ? '' : new Date(at), state]];
  },
};
