/** Calls every public function from the wrong place: a cell, a closed page, or another user's trigger. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenTo, PreparedBook } from '../end-to-end/prepared-book.ts';
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import type { Host } from '../host/host.ts';
import { callOfPage } from '../host/steps/product.ts';

const EDITOR = 'editor@x';
/** All functions that Google can call, except formulas. */
const ENTRIES = readBundle(freshBundle()).customFunctions.filter((name) => !name.startsWith('MARKET_'));

/** Services used only to identify the caller and log a rejected call. */
const BEFORE_WORK = [
  'SpreadsheetApp.getUi',
  'Utilities.sleep',
  'PropertiesService.getUserProperties',
  'Properties.getProperties',
  'console.log',
];

/** Calls that would harm the owner. */
const CALLS: readonly (readonly [name: string, args: string])[] = [
  ['removeConnection', '{"Shop"}'],
  ['removeConnection', '{"Shop";""}'],
  ['setConsent', '{TRUE;""}'],
  ['turnOff', '{"x";""}'],
  ['undoRun', '{"";""}'],
  ['pauseAll', '{"";""}'],
  ['startPull', '{"";""}'],
];

const MODES = ['bound', 'addon'] as const;

describe.each(MODES)('a %s script', (mode) => {
  const book = new PreparedBook();
  /** A copy of the prepared workbook, with both users' triggers. */
  let host: Host;

  beforeAll(async () => {
    await book.go([
      { open: { mode } },
      { market: { orders: 20, items: 10, caps: 'none' } },
      { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
      { pull: { operation: 'orders', params: {} } },
      { menu: 'Set up standard jobs' },
      { as: EDITOR },
      { connect: { name: 'Mine', baseUrl: 'https://market.test' } },
      { sidebar: ['turnOn'] },
      { as: 'a@x' },
    ]);
    host = await book.twin();
  });
  afterAll(() => book.close());

  /**
   * All stored data of the workbook and its users, by name. Skips what shows elapsed time, and the sheet that tests type
   * into.
   */
  function stored({ workbook, stores, triggers, statistics }: Host): ReadonlyMap<string, string> {
    const sheets = workbook.sheets().filter(({ name }) => !/^(Sheet1|Today.*|Findings)$/.test(name));
    const cells = sheets.map(({ sheetId, name }) => {
      const rows = workbook.lastRow(sheetId);
      // MARKET_NOW is in the last column of Status.
      const columns = workbook.lastColumn(sheetId) - (name === 'Status' ? 1 : 0);
      return [
        name,
        JSON.stringify([rows, columns, workbook.read(sheetId, { row: 1, column: 1, rows, columns }, 'values')]),
      ];
    });
    const users = [...stores.user].flatMap(([user, values]) =>
      [...values].map(([key, text]) => [`${user} ${key}`, text]),
    );
    return new Map([
      ...(cells as [string, string][]),
      ...stores.document,
      ...stores.script,
      ...(users as [string, string][]),
      [
        'sheets',
        workbook
          .sheets()
          .map(({ name }) => name)
          .join(),
      ],
      [
        'triggers',
        triggers
          .all()
          .map(({ id }) => id)
          .join(),
      ],
      ['calls', String(statistics.fetches.length)],
    ]);
  }

  /** Names of the entries that differ from `before`. */
  function changed(before: ReadonlyMap<string, string>): readonly string[] {
    const after = stored(host);
    return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
  }

  async function typed(formula: string): Promise<string> {
    const { sheetId } = host.workbook.sheetByName('Sheet1')!;
    host.workbook.type(sheetId, 1, 1, formula);
    await host.workbook.settled();
    return host.workbook.errorMessage(sheetId, 1, 1);
  }

  /** Google services called while `work` runs. */
  async function servicesAskedBy(work: () => Promise<unknown>): Promise<readonly string[]> {
    const asked: string[] = [];
    listenTo(host, asked);
    await work();
    host.witness = undefined;
    return [...new Set(asked)].sort();
  }

  describe('a formula', () => {
    test.each(ENTRIES)('=%s() changes nothing', async (name) => {
      const before = stored(host);
      const asked = await servicesAskedBy(async () => {
        for (const args of ['', '"x",1', '{"triggerUid","trigger-1"}', 'TRUE', '{"";""}']) {
          await typed(`=${name}(${args})`);
        }
      });
      expect(changed(before)).toEqual([]);
      // A call to any other service would mean that work started.
      expect(asked.filter((service) => !BEFORE_WORK.includes(service))).toEqual([]);
    });

    test.each(CALLS)("can't call the sidebar's actions: %s", async (name, args) => {
      const before = stored(host);
      for (const more of ['', ',""', ',"x"', ',{"x"}', ',TRUE']) await typed(`=sidebarCall("${name}",${args}${more})`);
      expect(changed(before)).toEqual([]);
    });

    test('has no effect by calling the poll', async () => {
      const before = stored(host);
      await typed('=sidebarCall("revision","")');
      expect(changed(before)).toEqual([]);
    });
  });

  test("rejects calls of the editor's page as the owner, and of the owner's page as the editor", async () => {
    const token = async (user: string) => {
      host.user = user;
      await callOfPage(host, 'revision', []);
      return await host.pages.get(user)!.token;
    };
    const [editors, owners] = [await token(EDITOR), await token('a@x')];
    const call = async (given: string) => (await host.client('sidebarCall', ['listConnections', [], given])) as object;
    expect(await call(owners)).toMatchObject({ value: { ok: true, value: [{ name: 'Shop' }] } });
    const before = stored(host);
    expect(await call(editors)).toMatchObject({ value: { ok: false, error: { code: 'SIDEBAR_NOT_OPEN' } } });
    expect(changed(before)).toEqual([]);
    host.user = EDITOR;
    expect(await call(editors)).toMatchObject({ value: { ok: true, value: [{ name: 'Mine' }] } });
    expect(await call(owners)).toMatchObject({ value: { ok: false, error: { code: 'SIDEBAR_NOT_OPEN' } } });
    host.user = 'a@x';
  });

  describe('the trigger function', () => {
    const fire = (triggerUid: string | undefined) =>
      host.call('trigger', 'refreshDue', [{ $event: true, authMode: 'FULL', source: false, triggerUid }]);

    test('runs only for a trigger of the same user', async () => {
      const [own, editors] = host.triggers.all();
      expect([own!.user, editors!.user]).toEqual(['a@x', EDITOR]);
      const before = stored(host);
      await fire(editors!.id);
      await fire('trigger-99');
      await fire(undefined);
      expect(changed(before)).toEqual([]);
      await fire(own!.id);
      expect(changed(before)).toContain('calls');
    });

    test("runs for the user's own trigger even if the add-on has no record of it", async () => {
      const before = stored(host);
      const [own] = host.triggers.all();
      const store = host.stores.user.get('a@x')!;
      for (const key of store.keys()) if (key.startsWith('market.trigger.')) store.delete(key);
      await fire(own!.id);
      expect(changed(before)).toContain('a@x market.quotas');
    });

    test('is the only function that works in a trigger', async () => {
      const before = stored(host);
      for (const name of ENTRIES.filter(
        (each) => !['onOpen', 'onInstall', 'refreshDue', 'sidebarCall'].includes(each),
      )) {
        expect([name, (await host.call('trigger', name, [{ triggerUid: 'trigger-1' }])).ok]).toEqual([name, false]);
      }
      expect(changed(before)).toEqual([]);
    });
  });
});
