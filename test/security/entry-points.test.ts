/** Everything that Google may call is called from where it should not be: from a cell, from a page that is not open, by somebody else's trigger. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenTo, PreparedBook } from '../end-to-end/prepared-book.ts';
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import type { Host } from '../host/host.ts';
import { callOfPage } from '../host/steps/product.ts';

const EDITOR = 'editor@x';
/** What Google may call, but the formulas. */
const ENTRIES = readBundle(freshBundle()).customFunctions.filter((name) => !name.startsWith('MARKET_'));

/** With these an execution proves where it comes from, and says that it may not. */
const BEFORE_WORK = [
  'SpreadsheetApp.getUi',
  'Utilities.sleep',
  'PropertiesService.getUserProperties',
  'Properties.getProperties',
  'console.log',
];

/** Calls that would lose the owner something. */
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

describe.each(MODES)('a script that is %s', (mode) => {
  const book = new PreparedBook();
  /** As a test needs it, with the triggers of both. */
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
  }, 60_000);
  afterAll(() => book.close());

  /** All that lasts of the workbook and its people, by name. Live sheets count hours, and formulas are typed into the first. */
  function stored({ workbook, stores, triggers, statistics }: Host): ReadonlyMap<string, string> {
    const sheets = workbook.sheets().filter(({ name }) => !/^(Sheet1|Today.*|Findings)$/.test(name));
    const cells = sheets.map(({ sheetId, name }) => {
      const [rows, columns] = [workbook.lastRow(sheetId), workbook.lastColumn(sheetId)];
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

  /** What differs from before, by name. */
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

  /** What executions ask of Google's services meanwhile. */
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
      // Who asks for more than the UI has begun to work.
      expect(asked.filter((service) => !BEFORE_WORK.includes(service))).toEqual([]);
    });

    test.each(CALLS)('cannot do what the sidebar does: %s', async (name, args) => {
      const before = stored(host);
      for (const more of ['', ',""', ',"x"', ',{"x"}', ',TRUE']) await typed(`=sidebarCall("${name}",${args}${more})`);
      expect(changed(before)).toEqual([]);
    });

    test('learns from the poll only that something changed', async () => {
      const before = stored(host);
      await typed('=sidebarCall("revision","")');
      expect(changed(before)).toEqual([]);
    });
  });

  test('a page of the editor cannot call as the owner, and the other way round', async () => {
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

  describe('the function of the trigger', () => {
    const fire = (triggerUid: string | undefined) =>
      host.call('trigger', 'refreshDue', [{ $event: true, authMode: 'FULL', source: false, triggerUid }]);

    test('runs for a trigger of the person, not for one of somebody else or none', async () => {
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

    test('runs for a trigger of the person that the add-on does not remember', async () => {
      const before = stored(host);
      const [own] = host.triggers.all();
      const store = host.stores.user.get('a@x')!;
      for (const key of store.keys()) if (key.startsWith('market.trigger.')) store.delete(key);
      await fire(own!.id);
      expect(changed(before)).toContain('a@x market.quotas');
    });

    test('does nothing as a trigger of a function of the menu', async () => {
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
