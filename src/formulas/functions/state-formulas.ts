/** Formulas about the add-on itself: `MARKET_FRESHNESS`, `MARKET_QUOTA`, `MARKET_CHECK`. */
import { type OperationId, operations } from '../../operations/registry.ts';
import { pulledTables } from '../../operations/tables.ts';
import type { Operation } from '../../protocol/operation.ts';
import type { Cell } from '../../tables/cells.ts';
import type { CheckFormula, Quota, StateFormula } from '../formula.ts';
import { choiceOf, connection, refresh } from './arguments.ts';

export const freshness: StateFormula = {
  name: 'MARKET_FRESHNESS',
  gives: 'state',
  summary: 'When a table was last fully updated. With several shops, the oldest of these times.',
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
  summary: 'Calls left this hour for an operation, or the time of the next free call.',
  example: '=MARKET_QUOTA("Price history", "next")',
  arguments: [
    { name: 'operation', takes: 'field', help: 'Such as Orders or price-history.' },
    {
      name: 'what',
      takes: 'field',
      optional: true,
      help: 'left, next (time of the next free call), or cap (calls per hour). Default: left.',
    },
    refresh,
    connection,
  ],
  stateOf: ({ operation = '', what = 'left' }, addOn) => {
    const ids = Object.keys(operations) as OperationId[];
    const titled = ids.find((id) => (operations[id] as Operation).title.toLowerCase() === operation.toLowerCase());
    const id = titled ?? choiceOf('operation', operation, ids);
    const cell = choiceOf('what', what, Object.keys(QUOTA_CELLS) as (keyof typeof QUOTA_CELLS)[]);
    return QUOTA_CELLS[cell](addOn.quota(id), addOn.clock.now());
  },
};

const QUOTA_CELLS = {
  left: ({ left }: Quota, _now: number): Cell => left,
  next: ({ left, nextAt }: Quota, now: number): Cell => {
    if (left > 0) return new Date(now);
    return nextAt === null ? '' : new Date(nextAt);
  },
  cap: ({ cap }: Quota, _now: number): Cell => cap,
} as const;

export const check: CheckFormula = {
  name: 'MARKET_CHECK',
  gives: 'check',
  summary: 'Requirements of this installation, and whether each is met.',
  example: '=MARKET_CHECK()',
  arguments: [refresh],
};
