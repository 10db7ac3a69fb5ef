/** A redirecting marketplace can't send keys and requests to another address. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runScenario } from '../end-to-end/scenario.ts';

/** Headers of requests that reached the redirect's target. */
const received: string[] = [];
const servers: Server[] = [];
let status: number;
let from: string;

async function served(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const other = await served(
    createServer((request, response) => {
      received.push(JSON.stringify(request.headers));
      response.end('{}');
    }),
  );
  from = await served(
    createServer((request, response) => {
      response.writeHead(status, {
        Location: `${other}${request.url}`,
        Refresh: `0; url=${other}`,
        Link: `<${other}>`,
      });
      response.end(`<meta http-equiv="refresh" content="0;url=${other}">`);
    }),
  );
});
afterAll(() => {
  for (const server of servers) server.close();
});

test.each([301, 302, 303, 307, 308])('never follows a redirect with status %i', async (code) => {
  status = code;
  const replies = await runScenario([
    { open: {} },
    { route: { 'https://old.test': from } },
    {
      connect: {
        name: 'Shop',
        baseUrl: 'https://old.test',
        sellerId: 'S',
        apiKey: 'k'.repeat(20),
        secretKey: 's'.repeat(20),
      },
    },
    { test: 'Shop' },
    { pull: { operation: 'orders', params: {} } },
    { cells: { 'Sheet1!A1': '=MARKET_STOCK("9SI")' } },
    { get: 'Sheet1!A1:A1', as: 'notes' },
  ]);
  expect(received).toEqual([]);
  expect(replies[4]!.value.errors[0]).toMatchObject({ code: 'MARKET_UNREACHABLE', httpStatus: code });
  expect(replies[6]!.value[0][0]).toContain('MARKET_UNREACHABLE');
});
