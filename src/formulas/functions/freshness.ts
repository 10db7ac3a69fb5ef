/** `MARKET_FRESHNESS`: when a table of the add-on was last brought up to date. */
import { pulledTables } from '../../operations/tables.ts';
import type { StateFormula } from '../formula.ts';
import { choiceOf, connection, refresh } from './arguments.ts';

export const freshness: StateFormula = {
  name: 'MARKET_FRESHNESS',
  gives: 'state',
  summary: 'When a table was last brought up to date; of several shops the one for which that was longest ago.',
  example: '=MARKET_FRESHNESS("Orders")',
  arguments: [{ name: 'table', takes: 'field', help: 'Name of the table, such as Orders.' }, refresh, connection],
  stateOf: ({ table = '' }, addOn) => {
    const tables = pulledTables();
    const at = addOn.freshness(tables[choiceOf('table', table, Object.keys(tables))]!);
    return at === undefined ? '' : new Date(at);
  },
};
