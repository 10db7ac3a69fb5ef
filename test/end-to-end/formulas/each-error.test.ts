import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorTable } from '../../formulas/readme-tables.ts';
import type { RunningMarketplace } from '../../marketplace/server.ts';
import { noteText } from '../../support/note.ts';
import { PreparedBook } from '../prepared-book.ts';
import { connectionTo, openShop } from '../shop.ts';

let shop: RunningMarketplace;
const book = new PreparedBook();

const MARKET = { market: { items: 10, orders: 10 } };
const spoiled = (faults: string) => [{ market: { ...MARKET.market, faults: [{ kind: faults, share: 1 }] } }];
const connected = (changes: object = {}) => [{ connect: connectionTo(shop, changes) }];
const OPEN = { open: { timeZone: 'Asia/Tokyo', clock: '2025-06-16T18:00:00Z' } };

interface Line {
  readonly title: string;
  /** Steps before the formula; by default, they connect the shop. */
  readonly before?: () => readonly object[];
  readonly formula: string;
  readonly note: string | RegExp;
}

const STOCK = '=MARKET_STOCK("SSD-000001")';

const LINES: readonly Line[] = [
  {
    title: 'no connection',
    before: () => [{ sidebar: ['removeConnection', 'Shop'] }],
    formula: STOCK,
    note: "MARKET_NO_CONNECTION: Connect your shop first: choose Extensions ▸ Market for Sheets ▸ Open sidebar ▸ Connect. Then reload the spreadsheet. If someone else owns this spreadsheet, ask them: its formulas use the owner's connection.",
  },
  {
    title: 'a wrong API key',
    before: () => connected({ apiKey: 'not-the-api-key' }),
    formula: STOCK,
    note: 'MARKET_KEY: The API key was not accepted. Copy it again from the seller portal.',
  },
  {
    title: 'a wrong secret key',
    before: () => connected({ secretKey: 'not-the-secret-key' }),
    formula: STOCK,
    note: 'MARKET_KEY: The secret key was not accepted. Copy it again from the seller portal.',
  },
  {
    title: 'a wrong seller',
    before: () => connected({ sellerId: 'OTHER' }),
    formula: STOCK,
    note: /^MARKET_SELLER: The seller ID does not match the keys, .*\. Check the connection's seller ID/,
  },
  {
    title: 'a storefront that the connection does not include',
    before: () => connected({ storefronts: ['main'] }),
    formula: '=MARKET_ORDERS("today")',
    note: 'MARKET_STOREFRONT: Orders is available only on business. The connection "Shop" includes main. If its keys work with one of these storefronts, add it to the connection.',
  },
  {
    title: 'an invalid argument',
    formula: '=MARKET_ORDERS("soon","today")',
    note: 'MARKET_ARGUMENT: "from" takes a date such as 2025-06-30, not "soon".',
  },
  {
    title: 'an unknown identifier',
    formula: '=MARKET_ORDER(999999999)',
    note: 'MARKET_NOT_FOUND: "999999999" was not found on the marketplace. Check the identifier.',
  },
  {
    title: 'hourly calls are used up',
    before: () => [...connected({ settings: { caps: 'orders 1' } }), { cells: { B1: '=MARKET_ORDER(1)' } }],
    formula: '=MARKET_ORDER(2)',
    note: 'MARKET_CAP: The hourly calls for Orders are used up. Formulas can try again after 4:01 AM.',
  },
  {
    title: 'hourly calls are used up an hour before midnight',
    before: () => [
      { advance: 'PT20H30M' },
      ...connected({ settings: { caps: 'orders 1' } }),
      { cells: { B1: '=MARKET_ORDER(1)' } },
    ],
    formula: '=MARKET_ORDER(2)',
    note: 'MARKET_CAP: The hourly calls for Orders are used up. Formulas can try again after Jun 18, 12:31 AM.',
  },
  {
    title: 'the marketplace refuses calls for a minute',
    before: () => spoiled('rate-limited'),
    formula: STOCK,
    note: /^MARKET_CAP: You've reached the marketplace's call limit for now\. Formulas can try again after 3:02 AM\.$/,
  },
  {
    title: 'Google refuses calls',
    before: () => [{ fault: { quota: 'urlfetch' } }],
    formula: STOCK,
    note: /^MARKET_QUOTA: Google is not allowing this account any calls right now\. .* Formulas can try again after 3:02 AM\.$/,
  },
  {
    title: 'a firewall',
    before: () => spoiled('firewall-403'),
    formula: STOCK,
    note: /^MARKET_BLOCKED: The marketplace's firewall blocked the call\. Ask the operator's support to allow calls/,
  },
  {
    title: 'an unreachable address',
    before: () => connected({ baseUrl: 'https://nobody.test' }),
    formula: STOCK,
    note: /^MARKET_UNREACHABLE: The marketplace cannot be reached\. Check the connection's API address\. If it is correct,/,
  },
  {
    title: 'a service outage',
    before: () => spoiled('unavailable'),
    formula: STOCK,
    note: /^MARKET_UNREACHABLE: The marketplace is not available right now \(status 503\)\. Try again in a few minutes\./,
  },
  {
    title: 'a call refused by the service',
    formula: '=MARKET_LOOKUP_REPORT("NOPE")',
    note: "MARKET_SERVICE: The marketplace says: DF006: The RequestID does not exist. Check your entries, or ask the operator's support.",
  },
  {
    title: 'a web page instead of data',
    before: () => spoiled('html-200'),
    formula: STOCK,
    note: /^MARKET_BAD_ANSWER: The marketplace sent a web page instead of data\. The response was ignored\. Try again later\.$/,
  },
  {
    title: 'a marketplace slower than the formula time limit',
    before: () => [{ market: { ...MARKET.market, latency: 40_000 } }],
    formula: STOCK,
    note: /^MARKET_TIMEOUT: The marketplace took too long to respond\. Try again\./,
  },
];

const notes: string[] = [];

beforeAll(async () => {
  shop = await openShop();
  for (const { before, formula } of LINES) {
    await book.go([OPEN, MARKET, ...connected(), ...(before?.() ?? [])]);
    const replies = await book.go([
      { cells: { A1: formula } },
      { get: 'Sheet1!A1', as: 'display' },
      { get: 'Sheet1!A1', as: 'notes' },
    ]);
    const [shown, note] = replies.slice(1).map(({ value }) => value[0][0] as string);
    notes.push(shown === '#ERROR!' ? noteText(note!) : `${shown} is no error`);
  }
});
afterAll(async () => {
  await book.close();
  await shop.close();
});

test.each(LINES.map(({ title, note }, index) => [title, note, index] as const))(
  'explains the error in the cell: %s',
  (_, note, index) => {
    expect(notes[index]).toEqual(typeof note === 'string' ? note : expect.stringMatching(note));
  },
);

test('covers every error in the README', () => {
  const codes = errorTable().match(/MARKET_[A-Z_]+/g);
  expect([...new Set(notes.map((note) => note.split(':')[0]))]).toEqual(codes);
});
