/** A service echoes the received keys in several encodings; the add-on must not store or show them. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { type Reply, runScenario } from '../end-to-end/scenario.ts';

const KEYS = { apiKey: 'api-key-0123456789', secretKey: 'Secret-Key-9876543210-abc' };
const BOTH = Object.values(KEYS);

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** How a service may transform request headers. */
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  unchanged: (text) => text,
  'in uppercase': (text) => text.toUpperCase(),
  'in lowercase': (text) => text.toLowerCase(),
  'in base64': base64,
  'in base64 after one letter': (text) => base64(`x${text}`),
  'in base64 after two letters': (text) => base64(`xy${text}`),
  'without its hyphens': (text) => text.replace(/-/g, ''),
  'in groups of four letters': (text) => text.replace(/-/g, '').replace(/.{4}/g, '$& '),
  truncated: (text) => `${text.slice(0, 12)}***`,
  'truncated in uppercase': (text) => `${text.slice(0, 10).toUpperCase()} and so on`,
};

/** What quick runs try. */
const QUICK = ['unchanged', 'in base64 after one letter', 'in groups of four letters', 'truncated in uppercase'];

/** This many consecutive characters of a key count as a leak, in any case, in base64, or in groups. */
const LEAK_LENGTH = 8;

const bare = (text: string) => text.toLowerCase().replace(/[-\s]/g, '');

function isLeaked(key: string, text: string): boolean {
  const spelled = ['', 'x', 'xy'].map((before) => base64(before + key).slice(before === '' ? 0 : 4, -4));
  return [key, ...spelled].some((each) => bare(text).includes(bare(each).slice(0, LEAK_LENGTH)));
}

let server: Server;
let spell: (text: string) => string = String;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { authorization = '', secretkey = '' } = request.headers;
    const sent = `${spell(authorization)}; ${spell(String(secretkey))}; ${spell(BOTH[1]!)}`;
    const isOrders = request.url!.includes('orderinfo');
    response.writeHead(isOrders ? 200 : 400, { 'Content-Type': 'application/json' });
    // Echo it as a known field's value, as an unknown field's value, and as a field name.
    const order = { SellerID: 'S', OrderNumber: 1, ShipService: sent, Unheard: sent, [sent]: 1 };
    const answer = { IsSuccess: true, Memo: sent, ResponseBody: { OrderInfoList: [order] } };
    response.end(JSON.stringify(isOrders ? answer : [{ Code: sent, Message: `You sent ${sent}` }]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

const TRIED = Object.entries(SPELLINGS).filter(([name]) => isLong || QUICK.includes(name));

describe.each(TRIED)('a key repeated %s', (_, spelling) => {
  let replies: Reply[];
  beforeAll(async () => {
    spell = spelling;
    const { port } = server.address() as AddressInfo;
    replies = await runScenario([
      { open: {} },
      { route: { 'https://echo.test': `http://127.0.0.1:${port}` } },
      { connect: { name: 'Echo', baseUrl: 'https://echo.test', sellerId: 'S', ...KEYS } },
      { test: 'Echo' },
      { pull: { operation: 'orders', params: {} } },
      { pull: { operation: 'keywords', params: { campaignNumber: 1 } } },
      { cells: { 'Sheet1!A1': '=MARKET_KEYWORDS(1)' } },
      { get: 'Sheet1!A1:A1', as: 'notes' },
      { get: 'Orders!A1:AZ2', as: 'values' },
      { sidebar: ['supportReport'] },
      { sidebar: ['exportFile', 'Orders', 'csv', 0] },
      { sidebar: ['exportFile', 'Orders', 'ndjson', 0] },
      { sidebar: ['activity'] },
      { dump: true },
    ]);
  });

  test('reaches the sheet and the error messages', () => {
    expect(replies[4]!.value.rows.added).toBe(1);
    expect(replies[5]!.value.errors[0].message).toContain('You sent');
    expect(replies[7]!.value[0][0]).toContain('You sent');
    expect(replies.slice(9, 13).every(({ value }) => value.ok)).toBe(true);
  });

  test('is in no cell, note, message, report, file, log, or store of the workbook', () => {
    // The connection form shows a key's last four letters.
    const shown = replies.map(({ step, value, error }) => (step === 3 ? '' : JSON.stringify([value, error])));
    const { properties, ...rest } = replies.at(-1)!.value;
    const places = [...shown.slice(0, -1), JSON.stringify([rest, properties.script, properties.document])];
    for (const key of BOTH)
      expect(places.flatMap((text, at) => (isLeaked(key, text) ? [`step ${at + 1}`] : []))).toEqual([]);
  });
});
