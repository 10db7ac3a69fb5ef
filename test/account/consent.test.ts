/** Only the owner can consent to buyer data. Withdrawing consent clears the sheets, even if an execution is killed. */
import { expect, test } from 'vitest';
import { saveConnection } from '../../src/account/connections.ts';
import {
  allowedIn,
  consentHere,
  consents,
  outdated,
  purgeAll,
  readConsent,
  setConsent,
} from '../../src/account/consent.ts';
import { operations } from '../../src/operations/registry.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import { NONE_PRIVATE } from '../../src/protocol/fields.ts';
import type { Tree } from '../../src/protocol/parse.ts';
import { storedText } from '../../src/protocol/store.ts';
import { DAY } from '../../src/protocol/time.ts';
import { upsert } from '../../src/tables/apply.ts';
import { envelope } from '../protocol/arrivals.ts';
import { faultOf } from '../protocol/fault.ts';
import { CONNECTION, connected, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';
import { inMemoryStore } from '../support/in-memory-store.ts';

const { orders } = operations;
const SHOP = { name: CONNECTION.name, sellerId: CONNECTION.sellerId };
const OTHER = { name: 'Other', sellerId: 'B007' };

function order(SellerID: string, CustomerName: string) {
  const wire = { SellerID, OrderNumber: '1', CustomerName } as unknown as Tree;
  return decodeRecord(wire, orders.answer.record, { withheld: NONE_PRIVATE });
}

function portsWithBuyer() {
  const ports = connected();
  setConsent(ports, { buyerData: true });
  upsert(ports.book, orders, [order(SHOP.sellerId, 'Zoe')], NONE_PRIVATE, START);
  return ports;
}

const buyers = ({ book }: InMemoryPorts) => book.rows('Orders').map((row) => row['Customer name']);
const editorOf = (ports: InMemoryPorts): InMemoryPorts => ({ ...ports, user: inMemoryStore() });

test('a killed execution leaves the rest to the next execution', () => {
  const ports = portsWithBuyer();
  const ended = {
    ...ports,
    exclusively: () => {
      throw new Error('ended');
    },
  };
  expect(() => setConsent(ended, { buyerData: false })).toThrow('ended');
  expect([readConsent(ports, 'Shop').buyerData, buyers(ports)]).toEqual([false, ['Zoe']]);
  expect(allowedIn(ports, SHOP, false).withheld).toEqual(new Set(['buyer', 'destination']));
  expect(buyers(ports)).toEqual(['']);
});

test('a pull that is running writes no more buyer data', () => {
  const answer = envelope({
    OrderInfoList: [{ SellerID: SHOP.sellerId, OrderNumber: '1', CustomerName: 'Zoe' }],
    PageInfo: { TotalCount: 1, TotalPageCount: 1, PageIndex: 1 },
  });
  const ports = connected(() => {
    setConsent(ports, { connection: 'Shop', buyerData: false });
    return answer;
  });
  setConsent(ports, { buyerData: true });
  expect(served(ports, 'startPull', { operation: 'orders', params: {} }).state).toBe('done');
  expect(buyers(ports)).toEqual([undefined]);
});

test('a preview clears no cells', () => {
  const ports = portsWithBuyer();
  const ended = { ...ports, exclusively: () => undefined as never };
  setConsent(ended, { buyerData: false });
  ports.holds = 0;
  allowedIn(ports, SHOP, true);
  expect(ports.holds).toBe(0);
});

test('only a connected user can turn it on, and only for their own connection', () => {
  const ports = connected();
  const editor = editorOf(ports);
  expect(faultOf(() => setConsent(editor, { buyerData: true })).code).toBe('MARKET_NO_CONNECTION');
  saveConnection(editor, CONNECTION);
  setConsent(editor, { buyerData: true });
  expect(readConsent(editor, 'Shop').buyerData).toBe(true);
  expect(readConsent(ports, 'Shop').buyerData).toBe(false);
  expect(consents(ports).consentOfOthers).toMatchObject([{ connection: 'Shop' }]);
  expect(allowedIn(ports, SHOP, false).withheld.size).toBe(2);
});

test('any editor can end it for everyone, even if the old notice is restored', () => {
  const ports = portsWithBuyer();
  const notice = ports.document.get('consent')!;
  setConsent(editorOf(ports), { buyerData: false });
  expect([readConsent(ports, 'Shop').buyerData, buyers(ports)]).toEqual([false, ['']]);
  expect(allowedIn(ports, SHOP, false).withheld.size).toBe(2);
  ports.document.set('consent', notice);
  expect(readConsent(ports, 'Shop').buyerData).toBe(false);
  expect(ports.book.rows('Log').map((row) => row.Who)).toEqual(['an editor', "the shop's owner"]);
});

test('ignores a notice with an impossible time', () => {
  const ports = connected();
  const notice = { id: 'x', buyerData: true, connection: 'Shop', sellerId: 'A', who: 'Ann', at: 1e300 };
  ports.document.set('consent', storedText([notice, null], 1));
  expect(consents(ports).consentOfOthers).toEqual([]);
  expect(consentHere(ports.document).buyerData).toBe(false);
});

test("ending it for one connection keeps other shops' rows", () => {
  const ports = portsWithBuyer();
  saveConnection(ports, { ...CONNECTION, ...OTHER });
  setConsent(ports, { buyerData: true, connection: 'Other' });
  upsert(ports.book, orders, [order('B007', 'Yan')], NONE_PRIVATE, START);
  setConsent(ports, { connection: 'Shop' });
  expect(buyers(ports)).toEqual(['', 'Yan']);
  expect(allowedIn(ports, OTHER, false).withheld.size).toBe(0);
  ports.wait(31 * DAY);
  expect(allowedIn(ports, OTHER, false)).toMatchObject({ sellerId: 'B007', since: START + DAY });
});

test.each(['', '[]', '{"v":1,"value":7}', '{"v":1,"value":[null,{}]}', '{"buyerData":true}'])(
  'an invalid stored value %s turns it off',
  (text) => {
    const ports = connected();
    ports.document.set('consent', text);
    ports.document.set('consent.clearing', text);
    expect(consentHere(ports.document).buyerData).toBe(false);
    expect(allowedIn(ports, SHOP, false).withheld.size).toBe(2);
  },
);

test("doesn't follow its connection to another shop, whose data is asked for separately", () => {
  const ports = portsWithBuyer();
  setConsent(ports, { connection: 'Shop', buyerData: true, retentionDays: 2 });
  saveConnection(ports, { ...CONNECTION, before: 'Shop', sellerId: OTHER.sellerId });
  expect(readConsent(ports, 'Shop').buyerData).toBe(false);
  const other = { name: 'Shop', sellerId: OTHER.sellerId };
  expect(allowedIn(ports, other, false).withheld).toEqual(new Set(['buyer', 'destination']));
  // The first shop's notice, retention, and data stay until any editor ends it.
  ports.clock.sleep(3 * DAY);
  const shops = outdated(ports).map(({ sellerId, since }) => [sellerId, since]);
  expect(shops).toEqual([
    [OTHER.sellerId, undefined],
    [SHOP.sellerId, START + DAY],
  ]);
  expect([consents(ports).consentOfOthers.length, buyers(ports)]).toEqual([1, ['Zoe']]);
  setConsent(ports, { buyerData: false });
  expect([consents(ports).consentOfOthers.length, buyers(ports)]).toEqual([0, ['']]);
});

test('without a notice, as in a copied spreadsheet, the schedule removes buyer data', () => {
  const ports = portsWithBuyer();
  const copy = { ...ports, document: inMemoryStore(), user: inMemoryStore() };
  saveConnection(copy, CONNECTION);
  for (const allowed of outdated(ports)) purgeAll(ports.book, allowed);
  expect(buyers(ports)).toEqual(['Zoe']);
  for (const allowed of outdated(copy)) purgeAll(copy.book, allowed);
  expect(buyers(copy)).toEqual(['']);
});
