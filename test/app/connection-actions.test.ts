/** Jobs stay with their shop when another connection becomes the default, or when the default is removed. */
import { beforeEach, expect, test } from 'vitest';
import { setUser } from '../../src/account/person.ts';
import { DAY } from '../../src/protocol/time.ts';
import { notePulled } from '../../src/pull/remembered.ts';
import { tableAges } from '../../src/schedule/table-freshness.ts';
import { CONNECTION, connected, served } from '../support/connected-ports.ts';
import type { InMemoryPorts } from '../support/in-memory-ports.ts';
import { ME, typeJobs } from '../support/typed-jobs.ts';

const OTHER = { ...CONNECTION, name: 'Second; shop', sellerId: 'B001', isDefault: false };

let ports: InMemoryPorts;
beforeEach(() => {
  ports = connected();
  setUser(ports, { name: 'Ann' });
  served(ports, 'saveConnection', OTHER);
  const owned = { Owner: 'Ann', 'Owner ID': ME };
  typeJobs(
    ports.book,
    { Dataset: 'Orders', Every: 'hourly', 'Row key': 'o', ...owned },
    { Dataset: 'Inventory', Every: 'daily', Filter: 'storefront = main', 'Row key': 'i', ...owned },
    { Dataset: 'Orders', Every: 'hourly', Filter: 'connection = "Second; shop"', 'Row key': 's', ...owned },
    { Dataset: 'Orders', Every: '2 hours', 'Row key': 'b', Owner: 'Bob', 'Owner ID': 'bob' },
    { Dataset: 'Warehouse', Every: 'daily', 'Row key': 'w', ...owned },
  );
});

const before = ['', 'storefront = main', 'connection = "Second; shop"', '', ''];
const after = [
  `connection = ${CONNECTION.name}`,
  `storefront = main; connection = ${CONNECTION.name}`,
  'connection = "Second; shop"',
  '',
  '',
];
const filters = () => ports.book.rows('Jobs').map(({ Filter }) => Filter);
const view = (id: string) => served(ports, 'schedule').jobs.find((job) => job.id === id)!;

test('Make default names the former default in jobs without a connection', () => {
  served(ports, 'saveConnection', { ...OTHER, isDefault: true });
  expect(filters()).toEqual(after);
  expect(served(ports, 'listConnections').map(({ name }) => name)).toEqual([OTHER.name, CONNECTION.name]);
  // The user need not confirm the connection again.
  expect(view('o')).toMatchObject({ filter: after[0], needsConfirmation: false });
  expect(JSON.stringify(ports.document.get('jobs.definitions'))).toContain(`storefront = main; ${after[0]}`);
});

test('renaming a connection renames it in the jobs that name it, whether or not it was confirmed for them', () => {
  served(ports, 'saveConnection', { ...OTHER, isDefault: true });
  served(ports, 'saveConnection', { ...OTHER, name: 'New $&', before: OTHER.name });
  served(ports, 'saveConnection', { ...CONNECTION, name: 'Old', before: CONNECTION.name });
  expect(filters()).toEqual(['connection = Old', 'storefront = main; connection = Old', 'connection = New $&', '', '']);
  expect([view('s').needsConfirmation, view('o').needsConfirmation]).toEqual([true, false]);
});

test.each(['Connection="Second; shop"', 'connection =  "Second; shop"', 'connection = "Second; shop"'])(
  'renaming a connection also renames it in the filter %s',
  (filter) => {
    const line = { Dataset: 'Orders', Every: 'hourly', Owner: 'Ann', 'Owner ID': ME };
    typeJobs(ports.book, { ...line, Filter: `${filter}; status = Shipped`, 'Row key': 'x' });
    served(ports, 'saveConnection', { ...OTHER, name: 'New $&', before: OTHER.name });
    expect(filters()).toContain('connection = New $&; status = Shipped');
  },
);

test.each([
  ['saving the default again', { ...CONNECTION, isDefault: true }],
  ['renaming the default', { ...CONNECTION, name: 'New', before: CONNECTION.name, isDefault: true }],
  ['editing another connection', OTHER],
])('%s changes no job', (_, input) => {
  served(ports, 'saveConnection', input);
  expect(filters()).toEqual(before);
});

test("removing the default pauses its jobs, and doesn't give them to the other shop", () => {
  expect(served(ports, 'connectionLosses', CONNECTION.name)[1]).toBe('2 jobs will be paused.');
  expect(served(ports, 'connectionLosses', OTHER.name)[1]).toBe('1 job will be paused.');
  served(ports, 'refreshNow', 'o');
  served(ports, 'removeConnection', CONNECTION.name);
  expect(filters()).toEqual(after);
  expect(ports.book.rows('Jobs').map(({ State }) => State)).toEqual(['paused', 'paused', '', '', '']);
  const sentence = `Paused because the connection "${CONNECTION.name}" was removed. Connect the shop under this name and resume the job, or delete this row.`;
  expect(
    ports.book
      .rows('Jobs')
      .map(({ Result }) => Result)
      .slice(0, 2),
  ).toEqual([sentence, sentence]);
  const requests = ports.requests.length;
  ports.wait(DAY);
  served(ports, 'refreshNow');
  expect(ports.requests.slice(requests).filter(({ url }) => url.includes(CONNECTION.sellerId))).toEqual([]);
  const subjects = ports.book.rows('Status').map(({ Subject, State }) => `${Subject}: ${State}`);
  expect(subjects.join()).not.toMatch(/unknown|failing|late/);
  expect(
    tableAges(ports.document, ports.clock.now()).filter(({ sellerId }) => sellerId === CONNECTION.sellerId),
  ).toEqual([]);
  // Connected again under this name, the job can be resumed.
  served(ports, 'saveConnection', CONNECTION);
  served(ports, 'takeOver', 'o');
  served(ports, 'pauseJob', 'o', false);
  served(ports, 'refreshNow', 'o');
  expect(ports.requests.at(-1)!.url).toContain(CONNECTION.sellerId);
});

test.each([
  ['is removed', () => served(ports, 'removeConnection', OTHER.name)],
  ['changes its seller', () => served(ports, 'saveConnection', { ...OTHER, sellerId: 'B002' })],
])("a shop whose connection %s doesn't make the tables of others look old", (_, change) => {
  const { sellerId } = CONNECTION;
  notePulled(ports.document, ['Orders'], OTHER.sellerId, 1000);
  notePulled(ports.document, ['Orders'], sellerId, 2000);
  change();
  expect(tableAges(ports.document, ports.clock.now())).toEqual([{ table: 'Orders', sellerId, at: 2000 }]);
});

test('removing another connection, or the only one, changes no filter', () => {
  served(ports, 'removeConnection', OTHER.name);
  served(ports, 'removeConnection', CONNECTION.name);
  expect(filters()).toEqual(before);
});

test('an unreadable Jobs sheet never keeps the user from removing a connection', () => {
  const sheet = ports.book.sheet('Jobs');
  sheet.deleteColumn(sheet.cells[0]!.length);
  expect(served(ports, 'connectionLosses', CONNECTION.name)).toHaveLength(1);
  expect(served(ports, 'removeConnection', CONNECTION.name).map(({ name }) => name)).toEqual([OTHER.name]);
});

test('nothing happens without a Jobs sheet', () => {
  ports.book.remove('Jobs');
  served(ports, 'saveConnection', { ...OTHER, isDefault: true });
  served(ports, 'removeConnection', OTHER.name);
  expect(ports.book.find('Jobs')).toBeUndefined();
});
