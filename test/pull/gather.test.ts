/** How long to wait for more calls before writing gathered records, and how many calls to reserve. */
import { expect, test } from 'vitest';
import type { Question } from '../../src/protocol/client.ts';
import { START, unitsOf } from '../../src/protocol/cursor.ts';
import type { Admission } from '../../src/protocol/http.ts';
import { gather } from '../../src/pull/gather.ts';
import { OPEN_GATE } from '../protocol/open-gate.ts';
import { network, pageOf, things } from '../protocol/paged-service.ts';
import { shop } from '../protocol/shop.ts';

/** The gate's next step: admits a number of calls, or no calls for `after` milliseconds. */
type Turn = number | { readonly after: number; readonly isReserved?: false };

/** Gathers records of three owners. After these turns, the gate stays open; `until` is in milliseconds from now. */
function gathered(turns: readonly Turn[], until = 60_000, expected = 0, isStopped?: () => boolean) {
  const ports = network((request) => pageOf({ totals: [1, 1, 1], announces: 'total', greatest: 9 }, request));
  const operation = things(9);
  const question: Question = {
    operation,
    connection: shop(),
    storefront: 'main',
    units: unitsOf(operation, { owners: ['0', '1', '2'] }),
    withheld: new Set(),
  };
  const start = ports.clock.now();
  const left = [...turns];
  const asked: [wanted: number, most: number][] = [];
  let open = 0;
  const admit = (wanted: number, most: number): Admission => {
    // Calls that were already admitted come before the next turn.
    if (open > 0) {
      const calls = Math.min(open, wanted);
      open -= calls;
      return { calls, next: 0, isReserved: true, because: 'cap' };
    }
    asked.push([wanted, most]);
    const turn = left.shift() ?? most;
    if (typeof turn !== 'number')
      return { calls: 0, next: ports.clock.now() + turn.after, isReserved: turn.isReserved ?? true, because: 'cap' };
    open = Math.min(turn, wanted, most);
    return { calls: open, next: 0, isReserved: true, because: 'cap' };
  };
  const gate = { ...OPEN_GATE, admit };
  const result = gather({ ...ports, gate }, question, START, expected, start + until, isStopped);
  return {
    names: 'records' in result ? result.records.map(({ name }) => name) : undefined,
    calls: result.calls,
    next: 'next' in result ? result.next - start : undefined,
    slept: ports.slept,
    asked,
  };
}

const ALL = ['0-0', '1-0', '2-0'];

test.each<[string, Turn[], number, string[], number[]]>([
  ['no calls to wait for', [3], 60_000, ALL, []],
  ['a call that is free soon', [1, { after: 3000 }, 2], 60_000, ALL, [3000]],
  ['a call that is free just in time', [1, { after: 5000 }, 2], 60_000, ALL, [5000]],
  ['a call that is free too late', [1, { after: 5001 }], 60_000, ['0-0'], []],
  ['several calls, each free soon', [1, { after: 4000 }, 1, { after: 4000 }], 60_000, ALL, [4000, 4000]],
  ['a call that is free only after the end', [1, { after: 3000 }], 2999, ['0-0'], []],
  ['a call that others may take', [1, { after: 3000, isReserved: false }], 60_000, ['0-0'], []],
])('gathering with %s', (_, turns, until, names, slept) => {
  const found = gathered(turns, until);
  expect([found.names, found.calls, found.slept]).toEqual([names, names.length, slept]);
});

test.each<[string, Turn[], number, number | undefined, number[]]>([
  ['waits for the first call, however long', [{ after: 50_000 }, 3], 60_000, undefined, [50_000]],
  ['does not wait beyond the end', [{ after: 60_001 }], 60_000, 60_001, []],
  ['does not wait for a call that others may take', [{ after: 1000, isReserved: false }], 60_000, 1000, []],
])('without any records it %s', (_, turns, until, next, slept) => {
  const found = gathered(turns, until);
  expect([found.names, found.next, found.slept]).toEqual([next === undefined ? ALL : undefined, next, slept]);
});

test.each<[string, Turn[], string[] | undefined, number[]]>([
  ['after the calls in progress', [1, 1], ['0-0'], []],
  ['while it waits for the next call', [{ after: 50_000 }, 3], undefined, [2000]],
])('a stop request takes effect %s', (_, turns, names, slept) => {
  const found = gathered(turns, 60_000, 0, () => true);
  expect([found.names, found.slept]).toEqual([names, slept]);
});

test('checks for a stop request while waiting, and gathers everything otherwise', () => {
  expect(gathered([{ after: 5000 }, { after: 3000 }, 3], 60_000, 0, () => false).names).toEqual(ALL);
});

test.each([
  [
    'the known calls',
    0,
    [
      [3, 20],
      [2, 19],
    ],
  ],
  [
    'the expected calls if there are more',
    7,
    [
      [7, 20],
      [6, 19],
    ],
  ],
  [
    'the known calls if fewer are expected',
    2,
    [
      [3, 20],
      [2, 19],
    ],
  ],
])('reserves %s, minus finished calls', (_, expected, asked) => {
  expect(gathered([1, 2], 60_000, expected).asked).toEqual(asked);
});
