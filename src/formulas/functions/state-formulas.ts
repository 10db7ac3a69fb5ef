import { type OperationId, operations } from '../../operations/registry.ts';
import { pulledTables } from '../../operations/tables.ts';
import type { Operation } from '../../protocol/operation.ts';
import type { CheckFormula, StateFormula } from '../formula.ts';
import { choiceOf, connection, refresh } from './arguments.ts';

export const freshness: StateFormula = {
  name: 'MARKET_FRESHNESS',
  gives: 'state',
  summary: "Time of a table's last full update. With several shops, the earliest time.",
  example: '=MARKET_FRESHNESS("Orders")',
  arguments: [{ name: 'table', takes: 'field', help: 'Name of the table, such as Orders.' }, refresh, connection],
  stateOf: ({ table = '' }, addOn) => {
    const tables = pulledTables();
    const at = addOn.freshness(tables[choiceOf('table', table, Object.keys(tables))]!);
    return at === undefined ? '' : new Date(at);
  },
};

export const quota: StateFormula = {
  name: 'MARKET_QUOTA',
  gives: 'state',
  summary: 'Calls left this hour, or the time of the next call.',
  example: '=MARKET_QUOTA("Price history", "next")',
  arguments: [
    { name: 'operation', takes: 'field', help: 'Name of the operation, such as Orders or price-history.' },
    {
      name: 'what',
      takes: 'field',
      optional: true,
      help: 'left, next (time of the next call), or cap (calls per hour). Default: left.',
    },
    refresh,
    connection,
  ],
  stateOf: ({ operation = '', what = 'left' }, addOn) => {
    const ids = Object.keys(operations) as OperationId[];
    const titled = ids.find((id) => (operations[id] as Operation).title.toLowerCase() === operation.toLowerCase());
    const id = titled ?? choiceOf('operation', operation, ids);
    const asked = choiceOf('what', what, ['left', 'next', 'cap'] as const);
    const { left, nextAt, cap } = addOn.quota(id);
    if (asked !== 'next') return asked === 'left' ? left : cap;
    const at = left > 0 ? addOn.clock.now() : nextAt;
    return at === null ? '' : new Date(at);
  },
};

export const check: CheckFormula = {
  name: 'MARKET_CHECK',
  gives: 'check',
  summary: 'Checks this installation.',
  example: '=MARKET_CHECK()',
  arguments: [refresh],
};
