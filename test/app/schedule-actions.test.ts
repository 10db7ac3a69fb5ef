/** Users set up, turn on, turn off, and name their own schedule without changing other users' jobs. */
import { beforeEach, describe, expect, test } from 'vitest';
import { removeConnection } from '../../src/account/connections.ts';
import { setUser } from '../../src/account/person.ts';
import { findOperation } from '../../src/operations/registry.ts';
import { HOUR, MINUTE } from '../../src/protocol/time.ts';
import { heartbeatsIn } from '../../src/schedule/heartbeats.ts';
import { standardJobs } from '../../src/schedule/new-jobs.ts';
import { envelope } from '../protocol/arrivals.ts';
import { CONNECTION, colleagueOf, connected, refused, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';
import { typeJobs } from '../support/typed-jobs.ts';

const ORDERS = { Dataset: 'Orders', Every: 'hourly' };

/** The first standard job is for orders. */
const STANDARD = standardJobs({
  connections: ['Shop'],
  account: 'consumer',
  interval: 10 * MINUTE,
  now: START,
});
const titlesOf = (jobs: typeof STANDARD) => jobs.map(({ dataset }) => findOperation(dataset).title);

let ports: InMemoryPorts;
beforeEach(() => {
  ports = connected(() =>
    envelope({ ItemList: [{ ItemNumber: '9SIA', InventoryAllocation: [{ WarehouseLocation: 'USA' }] }] }),
  );
  setUser(ports, { name: 'Ann' });
});

const beats = () => Object.values(heartbeatsIn(ports.document.all()));
const column = (name: string) => ports.book.rows('Jobs').map((row) => row[name]);

/** Makes Google give this user's trigger the given interval. */
function triggerOf(interval: number): void {
  const { install } = ports.trigger;
  ports.trigger.install = () => {
    install();
    return interval;
  };
}

describe('setting up', () => {
  // START is 8:00 AM.
  const end = 'The first run is at 8:10 AM.';
  const setUp = () => served(ports, 'setUpJobs').message;

  test('turns the schedule on and adds the standard jobs once, owned by the user', () => {
    expect(setUp()).toBe(`${STANDARD.length} jobs added. ${end}`);
    expect(column('Owner')).toEqual(STANDARD.map(() => 'Ann'));
    expect(column('Every')).toEqual(STANDARD.map(({ every }) => every));
    expect(ports.trigger.interval()).toBe(10 * MINUTE);
    expect(beats()).toEqual([{ name: 'Ann', interval: 10 * MINUTE, since: START, sellerId: 'A006' }]);
    expect(setUp()).toBe(`You already have all standard jobs. ${end}`);
    expect(column('Owner')).toHaveLength(STANDARD.length);
  });

  test('shows immediately which jobs have no data to pull yet', () => {
    served(ports, 'saveConnection', {
      ...CONNECTION,
      name: 'Abroad',
      sellerId: 'A007',
      storefronts: ['canadian'],
    });
    setUp();
    const waits = ports.book
      .rows('Jobs')
      .flatMap(({ Name, Result }) => (Result === '' ? [] : [[Name, String(Result).replace(/(?<!Waits)[.;] .*/, '')]]));
    const items = 'Waits. The Catalog has no items for this shop yet';
    const numbers = 'Waits. The Catalog has no item numbers for this shop yet';
    const requests = 'Waits. No lookup requests of this shop yet';
    const campaigns = 'Waits. The Ad performance sheet has no campaigns for this shop yet';
    const elsewhere = (title: string, on: string) => `Waits. ${title} is available only on ${on}`;
    const orders = elsewhere('Orders', 'business');
    expect(waits).toEqual([
      ['Orders of Abroad, every 10 minutes', orders],
      ['Ad performance of Abroad, every 6 hours', elsewhere('Ad performance', 'main')],
      ['Inventory of Shop, every 4 hours', items],
      ['Inventory of Abroad, every 4 hours', elsewhere('Inventory', 'main')],
      ['Keywords of Shop, every day', campaigns],
      ['Keywords of Abroad, every day', elsewhere('Keywords', 'main')],
      ['Lookup report of Shop, every day', requests],
      ['Lookup report of Abroad, every day', requests],
      ['Prices of Shop: best 200 within 2 hours, all within 36', numbers],
      ['Prices of Abroad: best 200 within 2 hours, all within 36', numbers],
      ['Orders of Abroad back to March 18', orders],
    ]);
  });

  test('restores a job deleted from the sheet only if it is a standard job', () => {
    setUp();
    served(ports, 'keepPull', { operation: 'orders', params: { status: '0' } }, 'hourly');
    const names = column('Name');
    const { cells } = ports.book.sheet('Jobs');
    cells.splice(names.length, 1);
    setUp();
    expect(column('Name')).toEqual(names.slice(0, -1));
  });

  test('adds the jobs of a newer connection, and the standard job that was deleted', () => {
    setUp();
    served(ports, 'saveConnection', { ...CONNECTION, name: 'Other', sellerId: 'A007' });
    expect(setUp()).toMatch(new RegExp(`^${STANDARD.length} jobs added. `));
    const filters = column('Filter').slice(STANDARD.length);
    expect(filters.every((filter) => String(filter).endsWith('connection = Other'))).toBe(true);
    served(ports, 'removeJob', ports.book.rows('Jobs')[1]!['Row key']);
    expect(setUp()).toMatch(/^1 job added\. /);
    expect(column('Filter').at(-1)).toBe('connection = Shop');
  });

  test.each([
    ['Shop', ['Shop', 'A third', 'Other']],
    ['Other', ['Other', 'A third', 'Shop']],
    ['A third', ['A third', 'Other', 'Shop']],
  ])('starts with the jobs of %s if it is the default connection', (preferred, order) => {
    for (const [index, name] of ['Shop', 'Other', 'A third'].entries())
      served(ports, 'saveConnection', {
        ...CONNECTION,
        name,
        sellerId: `A00${6 + index}`,
        isDefault: name === preferred,
      });
    setUp();
    const named = column('Filter').map((filter) => /connection = ([^;]*)/.exec(String(filter))?.[1]);
    expect([...new Set(named)].sort()).toEqual([...order].sort());
    expect([named[0], named.at(-1)]).toEqual([order[0], order[2]]);
  });

  test('explains that the schedule runs hourly if Google allows no shorter interval', () => {
    triggerOf(HOUR);
    expect(setUp()).toContain('The first run is at 9:00 AM.');
    expect(column('Every')[0]).toBe('hourly');
  });

  test.each([
    [1, '1 job restored.'],
    [2, '2 jobs restored.'],
  ])('restores %i rows of a deleted sheet with their keys', (count, says) => {
    const lines = [
      { ...ORDERS, Owner: 'Bob', State: 'paused', 'Row key': 'b' },
      { Dataset: 'Weather', 'Row key': 'r' },
    ];
    typeJobs(ports.book, ...lines.slice(0, count));
    served(ports, 'pauseAll');
    ports.book.remove('Jobs');
    expect(setUp()).toBe(`${says} ${STANDARD.length} jobs added. ${end}`);
    expect(ports.book.rows('Jobs').slice(0, count)).toMatchObject(lines.slice(0, count));
    expect(column('Dataset').slice(count)).toEqual(titlesOf(STANDARD));
  });

  test('changes nothing without a connection', () => {
    removeConnection(ports, 'Shop');
    expect(refused(ports, 'setUpJobs').code).toBe('MARKET_NO_CONNECTION');
    expect(ports.trigger.interval()).toBeUndefined();
    expect(ports.book.find('Jobs')).toBeUndefined();
  });
});

describe('turning on', () => {
  test('does not restart a schedule that is on', () => {
    served(ports, 'turnOn');
    ports.wait(30 * MINUTE);
    expect(served(ports, 'turnOn').triggers).toMatchObject([{ state: 'on', isMine: true }]);
    expect(beats()).toEqual([{ name: 'Ann', interval: 10 * MINUTE, since: START, sellerId: 'A006' }]);
  });

  test.each([
    ['is late', 31 * MINUTE, 10 * MINUTE],
    ['has a new interval', MINUTE, 5 * MINUTE],
  ])('restarts a schedule that %s', (_, after, interval) => {
    served(ports, 'turnOn');
    ports.wait(after);
    triggerOf(interval);
    served(ports, 'turnOn');
    expect(beats()).toEqual([{ name: 'Ann', interval, since: START + after, sellerId: 'A006' }]);
  });

  test('requires a connection', () => {
    removeConnection(ports, 'Shop');
    expect(refused(ports, 'turnOn').code).toBe('MARKET_NO_CONNECTION');
    expect(ports.trigger.interval()).toBeUndefined();
  });
});

describe('turning off', () => {
  const schedules = () =>
    ports.book
      .rows('Status')
      .filter(({ About }) => About === 'Schedule')
      .map(({ Subject, State }) => [Subject, State]);

  test("removes only the user's own trigger and heartbeat", () => {
    const bob = colleagueOf(ports);
    setUser(bob, { name: 'Bob' });
    served(bob, 'turnOn');
    served(ports, 'turnOn');
    expect(served(ports, 'turnOff').triggers.map(({ user }) => user)).toEqual(['Bob']);
    expect([ports.trigger.interval(), bob.trigger.interval()]).toEqual([undefined, 10 * MINUTE]);
    expect(ports.book.find('Status')).toBeUndefined();
  });

  test('updates the Status sheet if it exists', () => {
    typeJobs(ports.book, ORDERS);
    served(ports, 'turnOn');
    served(ports, 'refreshNow');
    expect(schedules()).toEqual([['Ann', 'on']]);
    served(ports, 'turnOff');
    expect(schedules()).toEqual([['Ann', 'off']]);
  });
});

describe("changing the user's details", () => {
  beforeEach(() => {
    typeJobs(ports.book, { ...ORDERS, Owner: 'Ann' }, { ...ORDERS, Owner: 'Bob' }, { ...ORDERS });
    typeJobs(ports.book, { Dataset: 'Weather', Owner: 'Ann' });
  });

  test("renames the owner of the user's jobs", () => {
    const { me, jobs } = served(ports, 'describeMe', { name: ' Anna ' });
    expect(me.name).toBe('Anna');
    expect(jobs.map(({ owner }) => owner)).toEqual(['Anna', 'Bob', 'Anna', 'Anna']);
  });

  test("doesn't rename jobs of another user with the same name", () => {
    const other = colleagueOf(ports);
    setUser(other, { name: 'Ann' });
    served(other, 'turnOn');
    served(other, 'describeMe', { name: 'Otto' });
    expect(column('Owner')).toEqual(['Ann', 'Bob', '', 'Ann']);
  });

  test('writes no rows if the name is unchanged', () => {
    served(ports, 'pauseAll', false);
    const { length } = ports.book.sheet('Jobs').writes;
    served(ports, 'describeMe', { account: 'workspace' });
    served(ports, 'describeMe', { name: 'Ann' });
    expect(ports.book.sheet('Jobs').writes).toHaveLength(length);
  });

  test('renews a running schedule after a change of account type, but does not turn one on', () => {
    served(ports, 'describeMe', { account: 'workspace' });
    expect(beats()).toEqual([]);
    served(ports, 'turnOn');
    triggerOf(5 * MINUTE);
    served(ports, 'describeMe', { account: 'consumer' });
    expect(beats()).toMatchObject([{ interval: 5 * MINUTE }]);
  });

  test('does not create a missing Jobs sheet', () => {
    ports.book.remove('Jobs');
    expect(served(ports, 'describeMe', { name: 'Anna' }).jobs).toEqual([]);
    expect(ports.book.find('Jobs')).toBeUndefined();
  });
});
