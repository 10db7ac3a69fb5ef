/** A service that repeats what it was sent: the keys still do not come back. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runScenario } from './scenario.ts';

const KEYS = { apiKey: 'api-key-0123456789', secretKey: 'secret-key-9876543210' };
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const sent = JSON.stringify(request.headers);
    const isOrders = request.url!.includes('orderinfo');
    response.writeHead(isOrders ? 200 : 400, { 'Content-Type': 'application/json' });
    const order = { SellerID: 'S', OrderNumber: 1, ShipService: sent };
    const answer = { IsSuccess: true, ResponseBody: { OrderInfoList: [order] } };
    response.end(JSON.stringify(isOrders ? answer : [{ Code: 'CE999', Message: `You sent ${sent}` }]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

test('neither in cells nor in messages', async () => {
  const { port } = server.address() as AddressInfo;
  const replies = await runScenario([
    { open: {} },
    { route: { 'https://echo.test': `http://127.0.0.1:${port}` } },
    { connect: { name: 'Echo', baseUrl: 'https://echo.test', sellerId: 'S', ...KEYS } },
    { pull: { operation: 'orders', params: {} } },
    { pull: { operation: 'keywords', params: { campaignNumber: 1 } } },
    { cells: { 'Sheet1!A1': '=MARKET_KEYWORDS(1)' } },
    { get: 'Sheet1!A1:A1', as: 'notes' },
    { get: 'Orders!A1:Z2', as: 'values' },
    { dump: true },
  ]);
  expect(replies[3]!.value.rows.added).toBe(1);
  expect(replies[4]!.value.errors[0].message).toContain('You sent');
  expect(replies[6]!.value[0][0]).toContain('You sent');
  expect(JSON.stringify(replies[7]!.value)).toContain('secretkey');
  const { properties, ...rest } = replies[8]!.value;
  const shown = JSON.stringify([replies.slice(0, 8), rest, properties.script, properties.document]);
  for (const key of Object.values(KEYS)) expect(shown).not.toContain(key);
});
