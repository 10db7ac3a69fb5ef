/**
 * A support report describes the problem without revealing private data about the seller, buyers, or the marketplace.
 */
import { expect, test } from 'vitest';
import { saveConnection } from '../../src/account/connections.ts';
import { setConsent } from '../../src/account/consent.ts';
import { supportReport } from '../../src/app/support-report.ts';
import type { HttpResult } from '../../src/protocol/http.ts';
import { rememberFailedCall } from '../../src/pull/remembered.ts';
import { json } from '../protocol/arrivals.ts';
import { connected, served } from '../support/connected-ports.ts';
import type { InMemoryPorts } from '../support/in-memory-ports.ts';

/** Private values planted in different places. */
const SECRETS = {
  apiKey: 'K3yThatOpensTheShop',
  secretKey: 'S3cretThatOpensTheShop',
  sellerId: 'A1B2SELLER',
  address: 'private-address.example',
  connection: 'Wolpertinger & Sons',
  person: 'Zacharias Quux',
  order: '190837465',
  item: '9SIAPRIVATE77',
  buyer: 'Ottilie Vanderbuilt',
  mail: 'ottilie@vanderbuilt.example',
  street: '17 Rhododendron Lane',
  zip: '90210-4477',
  phone: '+1 (555) 012-9988',
  note: 'ask Bartholomew about this',
} as const;
const { apiKey, secretKey, sellerId, buyer, mail, street, zip, phone, order, item, note } = SECRETS;

/** An error that contains all private values, even in unexpected places. */
const ECHO = {
  [buyer]: street,
  Code: zip,
  Message: `${buyer} <${mail}>, ${street}, ${zip}, ${phone}: order ${order} of ${sellerId} with ${apiKey}/${secretKey}`,
  OrderNumber: order,
  Number: Number(order),
  ShipToAddress1: street.toUpperCase(),
  Escaped: '\\u004fttilie',
};

function hostile(answer: HttpResult): InMemoryPorts {
  const ports = connected(() => answer);
  const known = ports.document;
  const remembering = {
    ...ports,
    failed: (call: Parameters<typeof rememberFailedCall>[1]) => rememberFailedCall(known, call, ports.clock.now()),
  };
  saveConnection(remembering, {
    name: SECRETS.connection,
    baseUrl: `https://${SECRETS.address}/${apiKey}`,
    sellerId,
    apiKey,
    secretKey,
    isDefault: true,
    settings: { headerErrorCodes: secretKey },
  });
  served(remembering, 'describeMe', { name: SECRETS.person });
  setConsent(remembering, { buyerData: true, retentionDays: 30 });
  return remembering;
}

/** Returns the parts of secrets that appear in the text, ignoring case. */
function leaksIn(text: string): readonly string[] {
  const parts = Object.values(SECRETS).flatMap((secret) => [secret, ...secret.split(/[^\p{L}\p{N}]+/u)]);
  const own = parts.filter((part) => part.length > 3 && !/^(example|about|this|private|address|Lane|Sons)$/.test(part));
  return own.filter((part) => text.toLowerCase().includes(part.toLowerCase()));
}

test('says where there is nothing to report', () => {
  const report = supportReport(connected());
  for (const title of ['Unfinished pulls', 'Last 20 runs', 'Last failed calls, masked'])
    expect(report).toMatch(new RegExp(`^${title}:\n  none$`, 'm'));
});

test("names the add-on's own sheets and counts all others", () => {
  const ports = connected(() => json([ECHO]));
  served(ports, 'startPull', { operation: 'inventory', params: { values: [item] } });
  const own = ports.platform.sheets();
  const others = [buyer, order].map((name) => ({ name, rows: 9, columns: 9 }));
  const report = supportReport({ ...ports, platform: { ...ports.platform, sheets: () => [...own, ...others] } });
  expect(own.length).toBeGreaterThan(0);
  for (const { name } of own) expect(report).toContain(`  ${name}: 2 rows, 3 columns\n`);
  expect(report).toContain('  2 other sheets\n');
});

test('contains none of the planted private values', () => {
  const ports = hostile({ ...json([ECHO]), status: 400 } as HttpResult);
  served(ports, 'startPull', { operation: 'inventory', params: { values: [item, note, order] } });
  served(ports, 'startPull', { operation: 'orders', params: { orderNumbers: [order] } });
  served(ports, 'addJob', {
    dataset: 'Inventory',
    filter: `values = ${item}`,
    every: 'daily',
    owner: SECRETS.person,
  });
  served(ports, 'turnOn');
  // Overwrites cells as a user might.
  const log = ports.book.sheet('Log');
  log.write({ row: 2, column: 1, values: log.read()[1] ? [log.read()[1]!.map(() => buyer)] : [] });
  const report = supportReport(ports);
  expect(report.split('\n', 1)).toEqual(['Market for Sheets: support report']);
  expect(report).toMatch(/^ {2}mine: every 10 minutes, on, last run never$/m);
  expect(report).toMatch(/^Jobs:\n {2}Inventory, daily: .*, last never, next 2025-06-16 \d\d:\d\d, 0 failures$/m);
  expect(report).toContain('inventory on main, page 1: 400');
  expect(report).toContain('headerErrorCodes = (text)');
  expect(leaksIn(JSON.stringify([ECHO])).length).toBeGreaterThan(5);
  expect(leaksIn(report)).toEqual([]);
});
