/** Two users of one workbook, each with a shop, can't use each other's keys, pages, pulls, or connections. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PreparedBook } from '../end-to-end/prepared-book.ts';
import type { Reply } from '../end-to-end/scenario.ts';

const [OWNER, EDITOR] = ['a@x', 'editor@x'];
const SECOND = 'https://second.test';
const ORDERS = { operation: 'orders', params: {} };

describe.each(['bound', 'addon'] as const)('in a %s script', (mode) => {
  const book = new PreparedBook();
  let owners: Reply['value'];
  let editors: Reply['value'];
  /** The owner's pull, which is waiting for calls. */
  let waiting: Reply['value'];

  const values = async (...steps: object[]) => (await book.go(steps)).map(({ value }) => value);
  const sellersAsked = async () => Object.keys((await values({ stats: true }))[0].fetches.bySeller);

  beforeAll(async () => {
    [, owners, editors] = await values(
      { open: { mode, owner: OWNER } },
      { market: { seed: 11, orders: 250, items: 20, caps: 2 } },
      { market: { seed: 12, orders: 20, items: 20, caps: 'none', origin: SECOND } },
    );
    waiting = (
      await values({ connect: { name: 'Shop', baseUrl: 'https://market.test' } }, { pull: ORDERS }, { as: EDITOR })
    )[1];
    expect(waiting).toMatchObject({ state: 'waiting' });
    expect(owners.sellerId).not.toBe(editors.sellerId);
  });
  afterAll(() => book.close());

  test('the editor sees and removes no connection and has no default', async () => {
    const [listed, removed, pulled] = await values(
      { sidebar: ['listConnections'] },
      { sidebar: ['removeConnection', 'Shop'] },
      { sidebar: ['startPull', ORDERS] },
    );
    expect(listed).toEqual({ ok: true, value: [] });
    expect(removed.ok && removed.value.length > 0).toBe(false);
    expect(pulled).toMatchObject({ ok: false, error: { code: 'MARKET_NO_CONNECTION' } });
    const [, mine] = await values({ as: OWNER }, { sidebar: ['listConnections'] }, { as: EDITOR });
    expect(mine.value).toMatchObject([{ name: 'Shop', sellerId: owners.sellerId }]);
  });

  test('a waiting pull continues only with the keys of its shop', async () => {
    const [, , , continued] = await values(
      { connect: { name: 'Shop', baseUrl: SECOND } },
      { advance: 'PT2H' },
      { stats: true },
      { sidebar: ['continuePull', waiting.id] },
    );
    expect(await sellersAsked()).toEqual([]);
    expect(continued).toMatchObject({ ok: false, error: { code: 'MARKET_NO_CONNECTION' } });
  });

  test("a connection with the same name uses the user's own keys", async () => {
    await values({ stats: true }, { pull: ORDERS });
    expect(await sellersAsked()).toEqual([editors.sellerId]);
    await values({ as: OWNER }, { sidebar: ['continuePull', waiting.id] });
    expect(await sellersAsked()).toEqual([owners.sellerId]);
  });

  test("each user's keys are only in their own properties", async () => {
    const [{ properties, ...rest }] = await values({ dump: true });
    const holders = (key: string) =>
      Object.entries<object>(properties.user).flatMap(([user, all]) =>
        JSON.stringify(all).includes(key) ? [user] : [],
      );
    for (const key of [owners.apiKey, owners.secretKey]) expect(holders(key)).toEqual([OWNER]);
    for (const key of [editors.apiKey, editors.secretKey]) expect(holders(key)).toEqual([EDITOR]);
    const shared = JSON.stringify([rest, properties.script, properties.document]);
    for (const { apiKey, secretKey } of [owners, editors]) {
      expect([shared.includes(apiKey), shared.includes(secretKey)]).toEqual([false, false]);
    }
  });
});
