/** The same request continues an interrupted or waiting pull, and abandoned pulls expire. */
import { beforeEach, describe, expect, test } from 'vitest';
import { saveConnection } from '../../src/account/connections.ts';
import { LEASE } from '../../src/limits/pacing.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { knownShortly } from '../../src/protocol/store.ts';
import { DAY, HOUR, MINUTE } from '../../src/protocol/time.ts';
import { lastPulls } from '../../src/pull/remembered.ts';
import { runsIn } from '../../src/pull/stored-run.ts';
import { envelope } from '../protocol/arrivals.ts';
import { CONNECTION, colleagueOf, connected, priceLog, refused, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';
import { item, keepItems, ORDERS } from '../support/kept-items.ts';

/** Calls left before Google ends the execution. */
let left: number;
/** Runs once, during the next call. */
let meanwhile: () => void;
let ports: InMemoryPorts;
beforeEach(() => {
  left = Number.POSITIVE_INFINITY;
  meanwhile = () => undefined;
  ports = connected(answer);
});

function answer(request: HttpRequest): HttpResult {
  if (left-- <= 0) throw new Error('Google ended the execution.');
  const act = meanwhile;
  meanwhile = () => undefined;
  act();
  return priceLog(request);
}

const items = (count: number) => Array.from({ length: count }, (_, index) => `9sia${index}`);
const prices = (count: number) => ({ operation: 'price-history', params: { itemNumbers: items(count) } });

/** Pulls until Google ends the execution; returns the pull's ID. */
function endedAfter(calls: number, count = 50): string {
  left = calls;
  expect(() => served(ports, 'startPull', prices(count))).toThrow('Google ended');
  left = Number.POSITIVE_INFINITY;
  return runsIn(ports.document.all())[0]!.id;
}

const pullAgain = (by = ports, count = 50) => served(by, 'startPull', prices(count));
const stored = () => runsIn(ports.document.all()).map(({ id }) => id);
const logged = () => ports.book.rows('Log').map((row) => [row['Run ID'], row.State]);

describe('the same request again', () => {
  test('continues after the last written slice', () => {
    const id = endedAfter(46);
    const before = ports.requests.length;
    const report = pullAgain();
    expect(report).toMatchObject({
      id,
      state: 'done',
      actual: { calls: { byOperation: { 'price-history': 50 } } },
    });
    expect(ports.requests.length - before).toBe(10);
    expect(report.notes).toContain("Continues the pull from Jun 16, 8:00 AM. Its 40 calls won't be repeated.");
    expect(ports.book.rows('Price log')).toHaveLength(100);
    expect([stored(), logged()]).toEqual([[], [[id, 'done']]]);
  });

  test('starts over if a user deleted its sheet', () => {
    endedAfter(46);
    ports.book.sheets.delete('Price log');
    expect(pullAgain().notes.join()).not.toContain('Continues the pull');
    expect(ports.book.rows('Price log')).toHaveLength(100);
  });

  test('starts over with the same ID if no slice was written', () => {
    const id = endedAfter(6);
    const report = pullAgain();
    expect(report).toMatchObject({ id, state: 'done', notes: [] });
    expect(ports.requests.slice(-50).map(({ url }) => url)).toHaveLength(50);
  });

  test('continues for another user with the same shop, even under another connection name', () => {
    const id = endedAfter(46);
    const colleague = colleagueOf(ports);
    saveConnection(colleague, { ...CONNECTION, before: 'Shop', name: 'Ours' });
    expect(pullAgain(colleague)).toMatchObject({ id, state: 'done' });
  });

  test.each([
    ['another shop', (by: InMemoryPorts) => saveConnection(by, { ...CONNECTION, sellerId: 'B007' })],
    [
      'a change of settings',
      (by: InMemoryPorts) => saveConnection(by, { ...CONNECTION, settings: { caps: 'orders 9' } }),
    ],
    ['a repetition much later', () => ports.wait(6 * HOUR + LEASE)],
  ])('%s starts a new pull', (_, change) => {
    const id = endedAfter(46);
    const colleague = colleagueOf(ports);
    change(colleague);
    const report = pullAgain(colleague);
    expect(report.state).toBe('done');
    expect(report.id).not.toBe(id);
  });

  test('still continues if the execution that continued it was ended at once', () => {
    const id = endedAfter(46, 1500);
    ports.wait(2 * HOUR);
    left = 0;
    const document = { ...ports.document, ...knownShortly(() => ports.document, ports.clock.now) };
    expect(() => pullAgain({ ...ports, document }, 1500)).toThrow('Google ended');
    expect(runsIn(ports.document.all())).toMatchObject([{ id, calls: 40 }]);
  });

  test('with other items starts a new pull', () => {
    const id = endedAfter(46);
    expect(pullAgain(ports, 49).id).not.toBe(id);
  });

  test('keeps waiting while no calls are available', () => {
    saveConnection(ports, { ...CONNECTION, settings: { caps: 'price-history 30' } });
    const first = pullAgain();
    expect(first.state).toBe('waiting');
    const calls = ports.requests.length;
    expect(pullAgain()).toMatchObject({ id: first.id, state: 'waiting', resumeAt: first.resumeAt });
    expect(ports.requests).toHaveLength(calls);
  });
});

describe('a Catalog that is too large for one pull', () => {
  const COUNT = 3000;
  // The longer the numbers, the fewer fit into one pull.
  const names = Array.from({ length: COUNT }, (_, index) => `9SIA${String(index).padStart(36, '0')}`);
  const wanted = { operation: 'inventory', params: { items: 'catalog' } };
  const itemsIn = ({ body = '' }: HttpRequest): readonly string[] => body.match(/9SIA\d{36}/g) ?? [];
  beforeEach(() => {
    ports = connected(({ body }) => {
      if (left-- <= 0) throw new Error('Google ended the execution.');
      return envelope({ ItemList: itemsIn({ body } as HttpRequest).map((ItemNumber) => ({ ItemNumber })) });
    });
    keepItems(
      ports.book,
      ORDERS,
      names.map((itemNumber) => item({ itemNumber })),
      START,
    );
  });

  test('is pulled in parts, least recently pulled items first', () => {
    const text = (count: number) => count.toLocaleString('en-US');
    const note = (count: number) =>
      expect.stringContaining(`requests the ${text(count)} least recently pulled; ${text(COUNT - count)} are left.`);
    const plan = served(ports, 'planPull', wanted);
    const part = 100 * plan.planned.calls.byOperation.inventory!;
    expect(part).toBeGreaterThan(2000);
    for (let pulled = 0; pulled < COUNT; pulled += part) {
      const report = served(ports, 'startPull', wanted);
      expect(report).toMatchObject({
        state: 'done',
        notes: expect.arrayContaining([note(report.rows.added + report.rows.unchanged)]),
      });
      ports.wait(MINUTE);
    }
    expect(new Set(ports.requests.flatMap(itemsIn)).size).toBe(COUNT);
    // A part doesn't make the table current.
    expect(lastPulls(ports.document)).toEqual({});
  });

  test('continues an unfinished part', () => {
    left = 22;
    expect(() => served(ports, 'startPull', wanted)).toThrow('Google ended');
    left = Number.POSITIVE_INFINITY;
    const [id] = stored();
    const before = ports.requests.length;
    const { rows, ...report } = served(ports, 'startPull', wanted);
    expect(report).toMatchObject({ id, state: 'done' });
    expect(ports.requests.length - before).toBe(Math.ceil(rows.added / 100) - 20);
    expect(new Set(ports.requests.flatMap(itemsIn)).size).toBe(rows.added);
  });

  test('is refused as a list before anything is sent', () => {
    for (const call of ['planPull', 'startPull'] as const)
      expect(refused(ports, call, { operation: 'inventory', params: { values: names } }).message).toBe(
        'Too many items for one pull. Let a job pull them in parts.',
      );
    expect([ports.requests, stored()]).toEqual([[], []]);
  });
});

describe('a running execution', () => {
  test('stops when another execution continues its pull', () => {
    let theirs: ReturnType<typeof pullAgain> | undefined;
    meanwhile = () => {
      theirs = pullAgain();
    };
    const mine = pullAgain();
    expect(theirs).toMatchObject({ id: mine.id, state: 'done' });
    expect(mine.state).toBe('running');
    expect(ports.requests).toHaveLength(70);
    expect(ports.book.rows('Price log')).toHaveLength(100);
    expect([stored(), logged()]).toEqual([[], [[mine.id, 'done']]]);
  });

  test('stops when its pull is canceled', () => {
    meanwhile = () => {
      served(ports, 'cancelPull', stored()[0]);
    };
    const report = pullAgain();
    expect(ports.requests).toHaveLength(20);
    expect([stored(), logged()]).toEqual([[], [[report.id, 'canceled']]]);
  });
});

describe('an abandoned pull', () => {
  test('is shown as ended within minutes and can be continued', () => {
    const id = endedAfter(46);
    const open = () => served(ports, 'activity').open.map(({ state, whatToDo }) => [state, whatToDo]);
    expect(open()).toEqual([['running', null]]);
    ports.wait(LEASE);
    const words =
      'Google stopped the run after 40 calls. The rows that arrived are in the tables. Pull again to continue.';
    expect(open()).toEqual([['ended', words]]);
    expect(logged()).toEqual([[id, 'killed']]);
    expect(ports.book.rows('Log')[0]).toMatchObject({ Calls: 40, Added: 80, 'What to do': words });
    expect(pullAgain()).toMatchObject({ id, state: 'done' });
    expect(logged()).toEqual([[id, 'done']]);
  });

  test('that its page left has ended as well', () => {
    const { id } = served(ports, 'startPull', { ...prices(50), seconds: 1 });
    ports.wait(LEASE - MINUTE);
    served(ports, 'activity');
    expect(ports.book.sheets.has('Log')).toBe(false);
    ports.wait(MINUTE);
    served(ports, 'activity');
    expect(logged()).toEqual([[id, 'killed']]);
  });

  test('is discarded after a day', () => {
    const id = endedAfter(46);
    ports.wait(LEASE);
    served(ports, 'activity');
    ports.wait(DAY);
    expect(served(ports, 'activity').open).toEqual([]);
    expect([stored(), logged()]).toEqual([[], [[id, 'canceled']]]);
    expect(ports.book.rows('Log')[0]!['What to do']).toContain('pull again for the rest');
  });
});
