import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, Market, xmlOf } from './caller.ts';

let market: Market;
beforeAll(async () => {
  market = await Market.open({ items: 20, orders: 10 });
});
afterAll(() => market.running.close());

const history = '/marketplace/usa/contentmgmt/item/repricer/item/history/x';
const orders = '/marketplace/b2b/ordermgmt/order/orderinfo';

describe('refuses a call', () => {
  const cases: [name: string, status: number, code: string, message: RegExp, ask: Ask][] = [
    ['with a wrong API key', 401, 'InvalidConsumerKey', /consumer key/, { headers: { Authorization: 'wrong' } }],
    ['without an API key', 401, 'InvalidConsumerKey', /consumer key/, { headers: { Authorization: undefined } }],
    ['with a wrong secret', 401, 'InvalidToken', /Illegal secret key/, { headers: { SecretKey: 'wrong' } }],
    ['without a secret', 401, 'InvalidToken', /Secret Key is null/, { headers: { SecretKey: undefined } }],
    ['for another seller', 403, 'AccessDenied', /seller id is invalid/, { query: { sellerid: 'A000' } }],
    ['for a blank seller', 400, 'CE001', /^SellerID cannot be null or empty$/, { query: { sellerid: '' } }],
  ];
  for (const [name, status, code, message, ask] of cases) {
    it(name, async () => {
      const json = await market.ask(orders, { method: 'PUT', body: {}, ...ask });
      expect(json.status).toBe(status);
      expect(json.json).toEqual([{ Code: code, Message: expect.stringMatching(message) }]);
      const headers = { ...ask.headers, Accept: 'application/xml' };
      const xml = await market.ask(orders, { method: 'PUT', body: {}, ...ask, headers });
      expect(xml.status).toBe(status);
      expect(xmlOf(xml.text)).toMatchObject({ root: 'Errors', content: { Error: { Code: code } } });
    });
  }

  it('with a different message in the price history if the seller is missing', async () => {
    const reply = await market.ask(history, { method: 'GET', query: { sellerid: '' } });
    expect(reply.status).toBe(400);
    expect(reply.json[0].Message).toBe('The provided SellerId is null.');
  });

  it('if the parameter name "sellerid" is not lowercase', async () => {
    const { url, sellerId, apiKey, secretKey } = market.known;
    const response = await fetch(`${url}${history}?SellerID=${sellerId}`, {
      headers: { Authorization: apiKey, SecretKey: secretKey },
    });
    expect(response.status).toBe(400);
  });

  it('if the path is not lowercase or belongs to another storefront', async () => {
    const shouted = await market.ask(orders.toUpperCase(), { method: 'PUT', body: {} });
    expect(shouted.status).toBe(404);
    expect(shouted.json[0].Code).toBe('NotFound');
    expect((await market.ask(orders.replace('/b2b', ''), { method: 'PUT', body: {} })).status).toBe(404);
    expect((await market.ask(history.replace('usa', 'b2b'), { method: 'GET' })).status).toBe(404);
  });

  it('if the body of a sponsored call names another seller or no seller', async () => {
    expect((await market.keywords({ sellerId: 'A000' })).status).toBe(403);
    expect((await market.keywords({ sellerId: null })).json[0].Code).toBe('CE001');
  });
});

it('accepts header names in any case', async () => {
  const { apiKey, secretKey } = market.known;
  const headers = {
    Authorization: undefined,
    SecretKey: undefined,
    AUTHORIZATION: apiKey,
    secretkey: secretKey,
  };
  expect((await market.ask(history, { method: 'GET', headers })).status).toBe(200);
});
