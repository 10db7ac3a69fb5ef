/** `MARKET_FRESHNESS` and `MARKET_QUOTA`: how the add-on itself stands. */
import type { OperationId } from '../../operations/registry.ts';
import { operations } from '../../operations/registry.ts';
import { pulledTables } from '../../operations/tables.ts';
import { MarketError } from '../../protocol/market-error.ts';
import type { Operation } from '../../protocol/operation.ts';
import type { Cell } from '../../tables/cells.ts';
import type { Quota } from '../answers.ts';
import type { StateFormula } from '../formula.ts';
import { refresh } from './arguments.ts';

export const freshness: StateFormula = {
  name: 'MARKET_FRESHNESS',
  gives: 'state',
  summary:
    'When a table was last brought up to date, and beside it whether it is fresh, due, late or failing.',
  example: '=MARKET_FRESHNESS("Orders", MARKET_TICK)',
  arguments: [{ name: 'table', takes: 'field', help: 'Name of the table, such as Orders.' }, refresh],
  stateOf: ({ table = '' }, answers) => {
    const tables = pulledTables();
    const { at, state } = answers.freshness(tables[chosen('table', table, Object.keys(tables))]!);
    return [[at === undefined ? '' : new Date(at), state]];
  },
};

export const quota: StateFormula = {
  name: 'MARKET_QUOTA',
  gives: 'state',
  summary: 'Calls that an operation has left in this hour, or when the next one is free.',
  example: '=MARKET_QUOTA("Price history", "next")',
  arguments: [
    { name: 'operation', takes: 'field', help: 'Such as Orders or price-history.' },
    {
      name: 'what',
      takes: 'field',
      optional: true,
      help: 'left, next (when the next call is free) or cap (calls in an hour); left when left out.',
    },
    refresh,
  ],
  stateOf: ({ operation = '', what = 'left' }, answers) => {
    const ids = Object.keys(operations) as OperationId[];
    const titled = ids.find(
      (id) => (operations[id] as Operation).title.toLowerCase() === operation.toLowerCase(),
    );
    const id = titled ?? chosen('operation', operation, ids);
    const told = chosen('what', what, Object.keys(QUOTA_CELLS) as (keyof typeof QUOTA_CELLS)[]);
    return QUOTA_CELLS[told](answers.quota(id), answers.now());
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

function chosen<T extends string>(name: string, given: string, known: readonly T[]): T {
  const found = known.find((each) => each.toLowerCase() === given.toLowerCase());
  if (found !== undefined) return found;
  throw new MarketError('MARKET_ARGUMENT', `"${name}" takes ${known.join(', ')}, not "${given}".`);
}
