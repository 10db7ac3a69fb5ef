/**
 * Requests every operation from the simulated marketplace over HTTP, on every storefront, in every format and shape.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import type { Connection } from '../../src/protocol/connection.ts';
import { recordShape } from '../../src/protocol/fields.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import type { Operation, Storefront } from '../../src/protocol/operation.ts';
import type { Settings } from '../../src/protocol/settings.ts';
import { runs } from '../effort.ts';
import { Market } from '../marketplace/caller.ts';
import { type Ask, type AskedShape, type Asks, SHAPES } from '../operations/example.ts';
import { everyExample, exampleOf } from '../operations/registry.ts';
import { misfits } from './fitting.ts';
import { fetchOverHttp } from './over-http.ts';
import { shop } from './shop.ts';

const ORDERS = 102;
const ITEMS = 150;
/** How often to ask the `odd` shop, which varies the shapes of its responses. */
const ODD_TURNS = runs(1, 4);

/** The calm shop's answers in JSON. */
const inJson = new Map<string, ReturnType<typeof fetchOverHttp>>();
let calm: Market;
let odd: Market;
let asks: Readonly<Record<string, Asks>>;

beforeAll(async () => {
  const options = { items: ITEMS, orders: ORDERS, caps: 'none' } as const;
  [calm, odd] = await Promise.all([Market.open(options), Market.open({ ...options, scenario: 'odd-shapes' })]);
  const read = everyExample.map(async (example) => [example.id, await example.asks({ market: calm, orders: ORDERS })]);
  asks = Object.fromEntries(await Promise.all(read));
});
afterAll(() => {
  inJson.clear();
  return Promise.all([calm.running.close(), odd.running.close()]);
});

interface Place {
  readonly id: OperationId;
  readonly storefront: Storefront;
  readonly format: 'json' | 'xml';
}

const places = (Object.keys(operations) as OperationId[]).flatMap((id) => {
  const { paths, formats }: Operation = operations[id];
  return Object.keys(paths).flatMap((storefront) =>
    formats.map((format): Place => ({ id, storefront: storefront as Storefront, format })),
  );
});

function ask(
  market: Market,
  { id, storefront, format }: Place,
  ask: Ask,
  changes: Partial<Connection> = {},
): ReturnType<typeof fetchOverHttp> {
  const declared: Operation = operations[id];
  const paging = declared.paging && ask.pageSize ? { ...declared.paging, size: ask.pageSize } : declared.paging;
  const operation: Operation = paging ? { ...declared, paging } : declared;
  const { url: baseUrl, sellerId, apiKey, secretKey } = market.known;
  const settings: Partial<Settings> = ask.settings ?? {};
  const connection = shop({ baseUrl, sellerId, apiKey, secretKey, format, settings, ...changes });
  return fetchOverHttp({ operation, connection, storefront, withheld: new Set() }, ask.input, ask.onlyPage);
}

const ASKED = SHAPES.filter((shape): shape is AskedShape => shape !== 'error' && shape !== 'odd shape');

describe.each(places)('$id on $storefront in $format', (place) => {
  const { id, storefront } = place;
  const askFor = (shape: AskedShape) => asks[id]![shape](storefront);
  const keyOf = (shape: AskedShape) => `${id} ${storefront} ${shape}`;

  test.each(ASKED)('%s', async (shape) => {
    const question = askFor(shape);
    const answer = ask(calm, place, question);
    if (place.format === 'json') inJson.set(keyOf(shape), answer);
    const { records, calls } = await answer;
    expect(records).toHaveLength(question.count);
    expect(records.flatMap((record) => misfits(record, recordShape(operations[id])))).toEqual([]);
    const identities = records.map((record) => JSON.stringify(exampleOf(id).identity.map((name) => record[name])));
    expect(new Set(identities).size).toBe(records.length);
    expect(calls).toBe(shape === 'two pages' ? 2 : 1);
  });

  test.each(ASKED)('%s, in odd shapes: gives the same records', async (shape) => {
    const question = askFor(shape);
    const expected = await (inJson.get(keyOf(shape)) ?? ask(calm, { ...place, format: 'json' }, question));
    for (let turn = 0; turn < ODD_TURNS; turn++) {
      const { records } = await ask(odd, place, question);
      expect(records).toEqual(expected.records);
    }
  });

  test.each([
    ['API key', { apiKey: 'another-api-key' }, 'MARKET_KEY', 'InvalidConsumerKey'],
    ['secret key', { secretKey: 'another-secret' }, 'MARKET_KEY', 'InvalidToken'],
    ['seller', { sellerId: 'ZZZZ' }, 'MARKET_SELLER', 'AccessDenied'],
  ] as const)('error: a wrong %s', async (_, wrong, code, serviceCode) => {
    for (const market of [calm, odd]) {
      const failure = await ask(market, place, askFor('one'), wrong).catch((error) => error);
      expect(failure).toBeInstanceOf(MarketError);
      expect(failure).toMatchObject({ code, details: { serviceCode } });
    }
  });
});
