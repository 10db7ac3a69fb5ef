/** The sidebar's server functions, which return errors as values. */
import { describe, expect, test } from 'vitest';
import { saveConnection } from '../../src/account/connections.ts';
import { allowedIn, readConsent, setConsent, withheldBy } from '../../src/account/consent.ts';
import { answerPage, openPage } from '../../src/app/registry.ts';
import { DAY } from '../../src/protocol/time.ts';
import { loadRun, saveRun } from '../../src/pull/stored-run.ts';
import { envelope, json, serviceError } from '../protocol/arrivals.ts';
import { faultOf } from '../protocol/fault.ts';
import { CONNECTION, connected, priceLog, refused, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, inMemoryPorts, START } from '../support/in-memory-ports.ts';

const items = (count: number) => Array.from({ length: count }, (_, index) => `9sia${index}`);
const pull = (count: number, more: object = {}) => ({
  operation: 'price-history',
  params: { itemNumbers: items(count) },
  ...more,
});
const runs = (ports: InMemoryPorts) => [...ports.document.values.keys()].filter((key) => key.startsWith('run.'));

describe('a pull', () => {
  test('is planned without calls or stored state', () => {
    const ports = connected();
    for (const report of [served(ports, 'planPull', pull(45)), served(ports, 'startPull', pull(45, { dryRun: true }))])
      expect(report).toMatchObject({
        state: 'planned',
        planned: { calls: { byOperation: { 'price-history': 45 } } },
      });
    expect(ports.requests).toEqual([]);
    expect(ports.document.values.size).toBe(0);
    expect(ports.book.sheets.size).toBe(0);
  });

  test('is started, returned unfinished, continued, and finished', () => {
    const ports = connected();
    const first = served(ports, 'startPull', pull(45, { seconds: 1 }));
    expect(first).toMatchObject({ state: 'running', rows: { added: 40 } });
    expect(runs(ports).length).toBeGreaterThan(0);
    const second = served(ports, 'continuePull', first.id, 1);
    expect(second).toMatchObject({ id: first.id, state: 'running', rows: { added: 80 } });
    const third = served(ports, 'continuePull', first.id, 1);
    expect(third).toMatchObject({ state: 'done', rows: { added: 90 }, actual: { executions: 3 } });
    expect(ports.book.rows('Price log')).toHaveLength(90);
    expect(ports.requests).toHaveLength(45);
    expect(runs(ports)).toEqual([]);
  });

  test('cannot be continued after it ended', () => {
    const ports = connected();
    const { id } = served(ports, 'startPull', pull(1));
    expect(refused(ports, 'continuePull', id).code).toBe('MARKET_ARGUMENT');
    expect(refused(ports, 'cancelPull', 'run99').message).toContain('has ended');
  });

  test('keeps its rows after it is canceled', () => {
    const ports = connected();
    const { id } = served(ports, 'startPull', pull(45, { seconds: 1 }));
    expect(served(ports, 'cancelPull', id)).toMatchObject({ state: 'canceled', resumeAt: null });
    expect(runs(ports)).toEqual([]);
    expect(ports.book.rows('Price log')).toHaveLength(40);
    expect(refused(ports, 'continuePull', id).code).toBe('MARKET_ARGUMENT');
  });

  test('is canceled immediately while the workbook is locked, and logged once later', () => {
    const ports = connected();
    const { id } = served(ports, 'startPull', pull(45, { seconds: 1 }));
    ports.busyFor = 20_000;
    const before = ports.clock.now();
    expect(served(ports, 'cancelPull', id)).toMatchObject({ state: 'canceled', rows: { added: 40 } });
    const shown = served(ports, 'activity');
    expect([shown.open, shown.runs]).toEqual([[], []]);
    expect(ports.clock.now() - before).toBeLessThanOrEqual(1000);
    ports.busyFor = 0;
    served(ports, 'startPull', pull(1));
    served(ports, 'activity');
    const logged = () => ports.book.rows('Log').map(({ State, Calls }) => [State, Calls]);
    expect(logged()).toEqual([
      ['done', 1],
      ['canceled', 20],
    ]);
    expect(Object.keys(ports.document.all()).filter((key) => key.includes(id))).toEqual([]);
  });

  test('shows no finish time after it is canceled', () => {
    const ports = connected();
    const settings = { caps: 'price-history 25' };
    saveConnection(ports, { ...CONNECTION, settings });
    const waiting = served(ports, 'startPull', pull(45));
    expect(waiting.notes.join()).toContain('finishing around');
    const { notes } = served(ports, 'cancelPull', waiting.id);
    expect(notes.join()).not.toContain('finishing around');
  });

  test('stops making calls when it is canceled during an execution, and keeps fetched rows', () => {
    const seen: unknown[] = [];
    const ports = connected((request) => {
      if (ports.requests.length === 40 && seen.length === 0) {
        const at = served(ports, 'progress', 'mine');
        seen.push(at, served(ports, 'cancelPull', at!.id).state);
      }
      return priceLog(request);
    });
    expect(served(ports, 'progress', 'mine')).toBeNull();
    const report = served(ports, 'startPull', pull(365, { watch: 'mine' }));
    expect(seen).toEqual([expect.objectContaining({ id: report.id, calls: 20, callsLeft: 345 }), 'canceled']);
    expect(report).toMatchObject({ state: 'canceled', rows: { added: 80 }, resumeAt: null, errors: [] });
    expect(ports.requests).toHaveLength(40);
    expect(ports.book.rows('Price log')).toHaveLength(80);
    expect(runs(ports)).toEqual([]);
    expect(ports.book.rows('Log').map(({ State, Calls }) => [State, Calls])).toEqual([['canceled', 40]]);
  });

  test('is not continued while another execution holds its lease', () => {
    const ports = connected();
    const { id } = served(ports, 'startPull', pull(45, { seconds: 1 }));
    const held = ports.clock.now() + 60_000;
    saveRun(ports.document, { ...loadRun(ports.document, id)!, heldUntil: held });
    const asked = ports.requests.length;
    expect(served(ports, 'continuePull', id)).toMatchObject({
      state: 'waiting',
      resumeAt: new Date(held).toISOString(),
    });
    expect(ports.requests).toHaveLength(asked);
    ports.wait(60_000);
    expect(served(ports, 'continuePull', id)).toMatchObject({ state: 'done', rows: { added: 90 } });
  });

  test('is logged once it ends or is canceled, but not while unfinished or as a preview', () => {
    const ports = connected();
    const logged = () =>
      ports.book.find('Log') ? ports.book.rows('Log').map(({ State, Calls }) => [State, Calls]) : [];
    served(ports, 'startPull', pull(3, { preview: true }));
    const { id } = served(ports, 'startPull', pull(45, { seconds: 1 }));
    expect(logged()).toEqual([]);
    served(ports, 'cancelPull', id);
    expect(logged()).toEqual([['canceled', 20]]);
    served(ports, 'startPull', pull(1));
    expect(logged()).toEqual([
      ['done', 1],
      ['canceled', 20],
    ]);
  });

  test.each([0, -1, null])("with the invalid time limit %o runs until Google's limit", (seconds) => {
    expect(served(connected(), 'startPull', pull(45, { seconds })).state).toBe('done');
  });

  test("reports the workbook's cell count only if it is planned or previewed", () => {
    const ports = connected();
    ports.book.others = 5_000_000;
    const planned = served(ports, 'planPull', pull(3));
    expect(served(ports, 'startPull', pull(3, { dryRun: true })).workbook).toEqual(planned.workbook);
    expect(planned.workbook).toMatchObject({ cells: 5_000_000, share: 0.5 });
    expect(served(ports, 'startPull', pull(3, { preview: true })).workbook!.cells).toBeGreaterThan(5_000_000);
    expect(served(ports, 'startPull', pull(3)).workbook).toBeNull();
  });

  test('waits after a 429, makes no early calls, and then continues', () => {
    let refuse = true;
    const ports = connected((request) => (refuse ? serviceError('429', 429) : priceLog(request)));
    const waiting = served(ports, 'startPull', pull(3));
    expect(waiting).toMatchObject({ state: 'waiting', errors: [{ code: 'MARKET_CAP', httpStatus: 429 }] });
    expect(waiting.resumeAt).not.toBeNull();
    refuse = false;
    const asked = ports.requests.length;
    expect(served(ports, 'continuePull', waiting.id).state).toBe('waiting');
    expect(ports.requests).toHaveLength(asked);
    ports.wait(Date.parse(waiting.resumeAt!) - ports.clock.now());
    expect(served(ports, 'continuePull', waiting.id)).toMatchObject({ state: 'done', rows: { added: 6 } });
    expect(runs(ports)).toEqual([]);
  });

  test('removes its stored state after it failed', () => {
    const ports = connected(() => serviceError('InvalidToken', 401));
    expect(served(ports, 'startPull', pull(3))).toMatchObject({
      state: 'failed',
      errors: [{ code: 'MARKET_KEY' }],
    });
    expect([...ports.document.values.keys()]).toEqual([]);
    expect([...ports.book.sheets.keys()]).toEqual(['Log', 'Status']);
  });

  test('remembers the number of pages for the next plan, not the number of retries', () => {
    let faults = 1;
    const ports = connected(({ body }) => {
      if (faults-- > 0) return { status: 503, headers: {}, text: '' };
      const before = (JSON.parse(body!).RequestBody.PageIndex - 1) * 100;
      const OrderInfoList = Array.from({ length: Math.min(100, 250 - before) }, (_, index) => ({
        OrderNumber: before + index,
      }));
      const PageInfo = { TotalCount: 250, TotalPageCount: 3 };
      return json({ IsSuccess: true, ResponseBody: { PageInfo, OrderInfoList } });
    });
    const days = (from: string, to: string) => ({
      operation: 'orders',
      params: { orderDateFrom: from, orderDateTo: to },
    });
    const planned = (request: object) => served(ports, 'planPull', request).planned;
    const june = days('2025-06-01', '2025-06-10');
    expect(planned(june)).toMatchObject({ calls: { byOperation: { orders: 1 } }, precision: 'at least' });
    expect(served(ports, 'startPull', june).actual.calls.byOperation).toEqual({ orders: 4 });
    expect(planned(june).calls.byOperation).toEqual({ orders: 3 });
    expect(planned(june).precision).toBeUndefined();
    expect(planned(days('2025-06-01', '2025-06-20'))).toMatchObject({
      calls: { byOperation: { orders: 5 } },
      precision: 'about',
    });
  });

  test.each([
    ['blank', { connection: '' }],
    ['not given', {}],
    ['typed with a space', { connection: ' Shop ' }],
  ])('remembers its size for the next plan of the same connection if its name is %s', (_, unnamed) => {
    const ports = connected();
    saveConnection(ports, { ...CONNECTION, name: 'Other', sellerId: 'A007' });
    const request = (connection: object) => ({
      operation: 'price-history',
      params: { itemNumbers: items(2), ...connection },
    });
    const cells = (connection: object) => served(ports, 'planPull', request(connection)).planned.cells;
    served(ports, 'startPull', request({ connection: 'Shop' }));
    expect(cells({ connection: 'Shop' })).toBeGreaterThan(0);
    expect(cells(unnamed)).toBe(cells({ connection: 'Shop' }));
    expect(cells({ connection: 'Other' })).toBe(0);
  });

  test.each([
    ['an unknown operation', { operation: 'refunds' }, 'MARKET_ARGUMENT', 'refunds'],
    ['a name built into JavaScript', { operation: 'constructor' }, 'MARKET_ARGUMENT', 'constructor'],
    ['no operation', {}, 'MARKET_ARGUMENT', 'operation'],
    ['missing params', { operation: 'inventory' }, 'MARKET_ARGUMENT', 'values'],
    [
      'an unknown connection',
      { operation: 'orders', params: { connection: 'Other' } },
      'MARKET_NO_CONNECTION',
      'Other',
    ],
    [
      'case 80: a storefront that does not offer it',
      { operation: 'price-history', params: { itemNumbers: 'a', storefront: 'business' } },
      'MARKET_STOREFRONT',
      'business',
    ],
  ])('with %s is refused before any call', (_, request, code, says) => {
    const ports = connected();
    const error = refused(ports, 'startPull', request);
    expect(error.code).toBe(code);
    expect(error.message).toContain(says);
    expect(ports.requests).toEqual([]);
  });

  test('without a connection explains how to add one', () => {
    expect(refused(inMemoryPorts(priceLog), 'startPull', pull(1)).code).toBe('MARKET_NO_CONNECTION');
  });

  test('stores no keys in the document properties', () => {
    const ports = connected();
    served(ports, 'startPull', pull(45, { seconds: 1 }));
    expect(JSON.stringify([...ports.document.values])).not.toMatch(/abcdefghijklmnop/i);
  });
});

describe('the server functions', () => {
  test.each(['toString', '__proto__', 'evaluate', '', undefined])('reject %o as a name', (name) => {
    const error = refused(connected(), name);
    expect(error.code).toBe('MARKET_ARGUMENT');
  });

  test('return and log an internal error', () => {
    const ports = connected();
    ports.exclusively = () => {
      throw new TypeError('a mistake');
    };
    const error = refused(ports, 'startPull', pull(1));
    expect(error).toEqual({ code: 'MARKET_UNEXPECTED', message: expect.stringContaining('a mistake') });
    expect(ports.logged).toEqual([expect.stringContaining('a mistake')]);
  });
});

test('rejects a page that another account opened before anything is saved', () => {
  const ports = inMemoryPorts(() => json([], 500));
  const save = (token?: unknown) => answerPage(ports, 'saveConnection', [CONNECTION], token);
  const other = { ok: false, error: { code: 'SIDEBAR_NOT_OPEN' } };
  openPage(ports, 'mine');
  const before = new Map(ports.user.values);
  for (const token of ['ann', undefined, '', ['mine'], true]) expect(save(token)).toMatchObject(other);
  expect(ports.user.values).toEqual(before);
  expect(save('mine')).toMatchObject({ ok: true });
});

test('accepts several open pages, rejects a page from last week, and polls without a token', () => {
  const ports = inMemoryPorts(() => json([], 500));
  const asks = (token?: string, name = 'listReports') => answerPage(ports, name, [], token).ok;
  for (const token of ['first', 'second']) openPage(ports, token);
  expect([asks('first'), asks('second'), asks()]).toEqual([true, true, false]);
  ports.wait(7 * DAY + 1);
  openPage(ports, 'third');
  expect([asks('first'), asks('second'), asks('third')]).toEqual([false, false, true]);
  for (let page = 0; page < 30; page++) openPage(ports, `page ${page}`);
  expect([asks('third'), asks('page 9'), asks('page 10')]).toEqual([false, false, true]);
  expect(asks(undefined, 'revision')).toBe(true);
});

describe('consent to buyer data', () => {
  const order = { OrderNumber: 1, CustomerName: 'Zoe', ShipToStateCode: 'CA', ShipToCountryCode: 'USA' };
  const orders = () =>
    connected(() => envelope({ OrderInfoList: [order], PageInfo: { TotalCount: 1, TotalPageCount: 1 } }));
  const headers = (ports: InMemoryPorts) => ports.book.sheet('Orders').cells[0]!.map(String);

  test('is off by default', () => {
    const ports = orders();
    expect(readConsent(ports, 'Shop')).toEqual({ buyerData: false, destination: false, retentionDays: 30 });
    served(ports, 'startPull', { operation: 'orders' });
    expect(headers(ports).join()).not.toMatch(/Customer|Ship to/);
  });

  test('for the destination only shows state and country', () => {
    const ports = orders();
    served(ports, 'setConsent', { destination: true });
    served(ports, 'startPull', { operation: 'orders' });
    expect(headers(ports).filter((header) => /Customer|Ship to/.test(header))).toEqual([
      'Ship to state code',
      'Ship to country code',
    ]);
  });

  test('for everything shows the buyer', () => {
    const ports = orders();
    served(ports, 'setConsent', { buyerData: true, retentionDays: 90 });
    served(ports, 'startPull', { operation: 'orders' });
    expect(ports.book.rows('Orders')).toMatchObject([{ 'Customer name': 'Zoe', 'Ship to state code': 'CA' }]);
    expect(readConsent(ports, 'Shop').retentionDays).toBe(90);
  });

  test.each([
    [{ buyerData: false, destination: false }, ['buyer', 'destination']],
    [{ buyerData: false, destination: true }, ['buyer']],
    [{ buyerData: true, destination: false }, []],
    [{ buyerData: true, destination: true }, []],
  ])('if set to %o withholds %o', (given, withheld) => {
    expect([...withheldBy({ ...given, retentionDays: 30 })]).toEqual(withheld);
  });

  test.each([{ buyerData: 'true' }, { buyerData: 1 }, {}, null])('is off after %o', (input) => {
    expect(setConsent(orders(), input as never)).toMatchObject({ buyerData: false });
  });

  test.each([
    ['was given just now', 0, undefined],
    ['was given 90 days ago', 90 * DAY, undefined],
    ['was given over 90 days ago', 90 * DAY + 1, START + 1],
    ['was given 100 days ago', 100 * DAY, START + 10 * DAY],
  ])('for 90 days that %s has the right cutoff', (_, later, since) => {
    const ports = orders();
    setConsent(ports, { buyerData: true, retentionDays: 90 });
    ports.wait(later);
    expect(allowedIn(ports, CONNECTION, false).since).toBe(since);
  });

  test.each([1, 3650, '30'])('accepts a retention of %o days', (retentionDays) => {
    const { retentionDays: days } = setConsent(orders(), { buyerData: true, retentionDays } as never);
    expect(days).toBe(Number(retentionDays));
  });

  test.each([0, -1, 1.5, 'long', 3651, 4000])('refuses a retention of %o days', (retentionDays) => {
    expect(faultOf(() => setConsent(orders(), { buyerData: true, retentionDays } as never)).code).toBe(
      'MARKET_ARGUMENT',
    );
  });
});

describe('the revision polled by open sidebars', () => {
  test('changes after every action, even one that fails, and never after a read', () => {
    const ports = { ...connected(), random: Math.random };
    const revision = () => served(ports, 'revision');
    const before = revision();
    served(ports, 'state');
    served(ports, 'activity');
    served(ports, 'planPull', pull(1));
    expect(revision()).toBe(before);
    const { id } = served(ports, 'startPull', pull(1));
    const pulled = revision();
    expect(pulled).not.toBe(before);
    served(ports, 'undoRun', id);
    const undone = revision();
    expect(undone).not.toBe(pulled);
    refused(ports, 'undoRun', id);
    expect(revision()).not.toBe(undone);
  });
});
