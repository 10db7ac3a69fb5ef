/** How long what came is kept waiting for more before it is written, and how much is reserved for it. */
import { expect, test } from 'vitest';
import type { Question } from '../../src/protocol/client.ts';
import { START, unitsOf } from '../../src/protocol/cursor.ts';
import type { Admission } from '../../src/protocol/http.ts';
import { gather } from '../../src/pull/gather.ts';
import { OPEN_GATE } from '../protocol/open-gate.ts';
import { network, pageOf, things } from '../protocol/paged-service.ts';
import { shop } from '../protocol/shop.ts';

/** One step of the gate: so many calls at once, or none for so many milliseconds. */
type Turn = number | { readonly after: number; readonly isReserved?: false };

/** Gathers three owners' things while the gate takes its turns, at last open; `until` is in milliseconds from now. */
function gathered(turns: readonly Turn[], until = 60_000, expected = 0, isStopped?: () => boolean) {
  const ports = network((request) => pageOf({ totals: [1, 1, 1], tells: 'total', greatest: 9 }, request));
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
    // What was let through is fetched before the next turn.
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
  ['nothing to wait for', [3], 60_000, ALL, []],
  ['a call that comes free soon', [1, { after: 3000 }, 2], 60_000, ALL, [3000]],
  ['one that comes free just in time', [1, { after: 5000 }, 2], 60_000, ALL, [5000]],
  ['one that comes free too late', [1, { after: 5001 }], 60_000, ['0-0'], []],
  ['one after the other, each soon', [1, { after: 4000 }, 1, { after: 4000 }], 60_000, ALL, [4000, 4000]],
  ['one that comes free after the end', [1, { after: 3000 }], 2999, ['0-0'], []],
  ['one that is for anybody', [1, { after: 3000, isReserved: false }], 60_000, ['0-0'], []],
])('what came with %s', (_, turns, until, names, slept) => {
  const found = gathered(turns, until);
  expect([found.names, found.calls, found.slept]).toEqual([names, names.length, slept]);
});

test.each<[string, Turn[], number, number | undefined, number[]]>([
  ['waits for the first, however long', [{ after: 50_000 }, 3], 60_000, undefined, [50_000]],
  ['but not beyond the end', [{ after: 60_001 }], 60_000, 60_001, []],
  ['nor for one that is for anybody', [{ after: 1000, isReserved: false }], 60_000, 1000, []],
])('with nothing yet it %s', (_, turns, until, next, slept) => {
  const found = gathered(turns, until);
  expect([found.names, found.next, found.slept]).toEqual([next === undefined ? ALL : undefined, next, slept]);
});

test.each<[string, Turn[], string[] | undefined, number[]]>([
  ['after the calls under way', [1, 1], ['0-0'], []],
  ['while it waits for the next', [{ after: 50_000 }, 3], undefined, [2000]],
])('what is not wanted any more ends %s', (_, turns, names, slept) => {
  const found = gathered(turns, 60_000, 0, () => true);
  expect([found.names, found.slept]).toEqual([names, slept]);
});

test('who waits is asked again and again, and gets all', () => {
  expect(gathered([{ after: 5000 }, { after: 3000 }, 3], 60_000, 0, () => false).names).toEqual(ALL);
});

test.each([
  [
    'what is known',
    0,
    [
      [3, 20],
      [2, 19],
    ],
  ],
  [
    'what is expected, where that is more',
    7,
    [
      [7, 20],
      [6, 19],
    ],
  ],
  [
    'what is known, where less is expected',
    2,
    [
      [3, 20],
      [2, 19],
    ],
  ],
])('reserved is %s, less what came', (_, expected, asked) => {
  expect(gathered([1, 2], 60_000, expected).asked).toEqual(asked);
});
