/** Selects a run's returned or changed rows at their current positions. */
import { beforeEach, expect, test } from 'vitest';
import { receivedRows } from '../../src/pull/run.ts';
import { connectedWithBids } from '../support/bids.ts';
import { refused, served } from '../support/connected-ports.ts';
import type { InMemoryPorts } from '../support/in-memory-ports.ts';

/** Bids by keyword. */
let bids: Record<string, number>;
let ports: InMemoryPorts;
beforeEach(() => {
  bids = {};
  ports = connectedWithBids(() => bids);
});

function pull(changes: Readonly<Record<string, number>>) {
  bids = changes;
  return served(ports, 'startPull', { operation: 'keywords', params: { campaignNumber: [7] } });
}

/** Sorts as a user would. */
function sortByBid(): void {
  const { cells } = ports.book.sheet('Keywords');
  const at = cells[0]!.indexOf('Bid');
  const [header, ...rows] = cells;
  cells.splice(0, cells.length, header!, ...rows.sort((a, b) => Number(a[at]) - Number(b[at])));
}

const shown = () => {
  const { table, rows } = ports.book.shown!;
  const { cells } = ports.book.sheet(table);
  return { table, words: rows.map((row) => cells[row - 1]![cells[0]!.indexOf('Keyword')]) };
};

test('selects the rows of one pull, even after a sort', () => {
  pull({ old: 5, older: 1 });
  const { received } = pull({ ssd: 9, hdd: 2, usb: 4 });
  expect(received).toEqual([{ table: 'Keywords', keys: expect.any(Array) }]);
  sortByBid();
  expect(served(ports, 'showRows', 'Keywords', received[0]!.keys)).toBe(3);
  expect(shown()).toEqual({ table: 'Keywords', words: ['hdd', 'usb', 'ssd'] });
});

test('includes unchanged rows of the pull', () => {
  pull({ ssd: 1, hdd: 2 });
  const { received, rows } = pull({ ssd: 1, hdd: 2 });
  expect(rows).toMatchObject({ unchanged: 2, added: 0, changed: 0 });
  expect(served(ports, 'showRows', 'Keywords', received[0]!.keys)).toBe(2);
  expect(shown().words).toEqual(['ssd', 'hdd']);
});

test('skips a deleted row, and selects both copies of a duplicated row', () => {
  const { received } = pull({ ssd: 1, hdd: 2 });
  const { cells } = ports.book.sheet('Keywords');
  cells.splice(1, 1, [...cells[2]!]);
  expect(served(ports, 'showRows', 'Keywords', received[0]!.keys)).toBe(1);
  expect(ports.book.shown!.rows).toEqual([2, 3]);
});

test('selects nothing if all rows are gone, and reports a missing sheet', () => {
  const { received } = pull({ ssd: 1 });
  ports.book.sheet('Keywords').cells.splice(1, 1);
  expect(served(ports, 'showRows', 'Keywords', received[0]!.keys)).toBe(0);
  expect(ports.book.shown).toBeUndefined();
  const { cells } = ports.book.sheet('Keywords');
  const [header] = cells.splice(0, 1, ['mine']);
  expect(refused(ports, 'showRows', 'Keywords', received[0]!.keys).message).toContain('no longer has its header');
  cells.splice(0, 1, header!);
  ports.book.remove('Keywords');
  expect(refused(ports, 'showRows', 'Keywords', received[0]!.keys)).toEqual({
    code: 'MARKET_TABLE',
    message: 'The Keywords sheet does not exist.',
  });
  expect(refused(ports, 'showRows', 'Mine', 'x').code).toBe('MARKET_TABLE');
});

test('lists no rows for a preview, and no keys above 2,000 rows', () => {
  const preview = { operation: 'keywords', params: { campaignNumber: [7] }, preview: true };
  bids = { ssd: 1 };
  expect(served(ports, 'startPull', preview).received).toEqual([]);
  const keys = (count: number) => new Set(Array.from({ length: count }, (_, index) => `key${index}`));
  const [some, many] = receivedRows(
    new Map([
      ['Some', keys(2000)],
      ['Many', keys(2001)],
    ]),
  );
  expect(some!.keys).toHaveLength(2000);
  expect(many).toEqual({ table: 'Many', keys: null });
});

test("selects a run's rows on the Changes sheet", () => {
  const first = pull({ ssd: 1, hdd: 2 });
  const second = pull({ ssd: 3, hdd: 2, usb: 4 });
  const told = () => {
    const { table, rows } = ports.book.shown!;
    const { cells } = ports.book.sheet(table);
    return rows.map((row) => cells[row - 1]![cells[0]!.indexOf('Run ID')]);
  };
  expect(served(ports, 'showChanges', second.id)).toBe(told().length);
  expect(new Set(told())).toEqual(new Set([second.id]));
  expect(ports.book.shown!.table).toBe('Changes');
  expect(served(ports, 'showChanges', first.id)).toBeGreaterThan(0);
  expect(new Set(told())).toEqual(new Set([first.id]));
  expect(served(ports, 'showChanges', 'run99')).toBe(0);
});
