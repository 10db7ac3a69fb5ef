/** A pull of many orders that Google ends at any service call: no row is left half written unmarked, and the next pull mends all. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, runs } from '../effort.ts';
import type { Host } from '../host/host.ts';
import { differencesOf, sheetsOf, stateOf } from './document-sight.ts';
import { KEY_FIELDS, type TableName, wrongRows, wrongThings } from './half-written.ts';
import { listenTo, PreparedBook, pulled } from './prepared-book.ts';
import { connectionTo, openShop } from './shop.ts';
import { INCOMPLETE, OWN, type TableSight, tableIn } from './table-sight.ts';

const TABLES = Object.keys(KEY_FIELDS) as TableName[];
const PULL = { operation: 'orders', params: {} };

interface Findings {
  /** The add-on's rows right after the end. */
  readonly rows: string[];
  /** What is the person's, then and after the next pull. */
  readonly things: string[];
  /** The next pull, and what the sheets are after it. */
  readonly next: string[];
}

interface Outcome {
  /** Calls of services that the pull makes when it is left to its end. */
  readonly calls: number;
  /** Different states in which ended pulls left the document. */
  readonly states: number;
  readonly findings: Findings;
}

/** What it is about, and the steps that lead to the workbook. */
const STATES: readonly (readonly [string, (book: PreparedBook) => Promise<void>])[] = [
  ['a first pull', async () => {}],
  ['a pull over tables in which many orders changed', withTables],
  [
    "the same where columns of the person stand between the add-on's",
    async (book) => {
      await withTables(book);
      await withOwnColumns(book);
    },
  ],
];

async function withTables(book: PreparedBook): Promise<void> {
  await book.go([{ pull: PULL }, { advance: 'P2D' }]);
}

/** Columns of a person in each table: values in all rows, formulas, notes and colours in some, and rows of their own. */
async function withOwnColumns(book: PreparedBook): Promise<void> {
  for (const table of TABLES) {
    const [reply] = await book.go([{ get: `${table}!A1:AZ1` }]);
    const header = (reply!.value as string[][])[0]!;
    const places = [4, 9, header.indexOf('As of') + 1, header.indexOf('Row key') + 1];
    // From the right, so that each is where it was read.
    const inserts = [...places].reverse().map((before) => ({ edit: ['insertColumn', table, { before }] }));
    await book.go([...inserts, { edit: ['insertRow', table, { before: 6 }] }, { eval: furnish(table) }]);
  }
}

/** What a person puts into such columns, as a script does it. */
function furnish(table: string): string {
  return `
    const sheet = ss.getSheetByName(${JSON.stringify(table)});
    const last = sheet.getLastRow();
    const header = sheet.getRange(1, 1, 1, sheet.getLastColumn()).getValues()[0];
    const own = header.flatMap((name, index) => (name === '' ? [index + 1] : []));
    own.forEach((column, index) => sheet.getRange(1, column).setValue('${OWN}' + ['list', 'sum', 'tag', 'end'][index]));
    const cells = (column, make) => {
      const lines = Array.from({ length: last - 1 }, (_, index) => [make(index + 2)]);
      sheet.getRange(2, column, lines.length, 1).setNumberFormat('General').setValues(lines);
    };
    cells(own[0], (row) => 'mine ' + row);
    cells(own[2], (row) => (row % 3 === 0 ? row : ''));
    cells(own[3], (row) => (row % 2 === 0 ? row / 4 : true));
    for (let row = 7; row <= last; row += 40) sheet.getRange(row, own[1]).setFormula('=A' + row + '&"!"');
    for (let row = 8; row <= last; row += 25) sheet.getRange(row, 2 + (row % 12)).setNote('call back ' + row);
    for (let row = 9; row <= last; row += 30) sheet.getRange(row, own[0], 1, 3).setBackground('#ffee00');
    sheet.insertRowsAfter(sheet.getMaxRows(), 2);
    sheet.getRange(last + 2, own[0]).setValue('Total');
    sheet.getRange(last + 2, own[2]).setFormula('=SUM(A2:A3)');`;
}

/** The calls at which to end, from 1: all of them, or as many right after values were written as anywhere. */
function endsIn(calls: readonly string[]): readonly number[] {
  const all = calls.map((_, index) => index + 1);
  const afterValues = all.filter((call) => /^Range\.setValues?$/.test(calls[call - 2] ?? ''));
  return isLong ? all : [...new Set([...some(2, all), ...some(2, afterValues)])];
}

function some<T>(count: number, from: readonly T[]): readonly T[] {
  const step = Math.max(from.length - 1, 1) / (count - 1);
  return from.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}

const tablesIn = ({ workbook }: Host) => TABLES.map((table) => tableIn(workbook, table));

async function endAnywhere(book: PreparedBook): Promise<Outcome> {
  const findings: Findings = { rows: [], things: [], next: [] };
  const states = new Set<string>();
  const original = await book.twin();
  const before = tablesIn(original);
  const calls: string[] = [];
  listenTo(original, calls);
  expect((await pulled(original, PULL))?.state).toBe('done');
  const after = tablesIn(original) as TableSight[];
  const expected = sheetsOf(original);

  const endAt = async (call: number) => {
    const note = (kind: keyof Findings) => (text: string) => findings[kind].push(`call ${call}: ${text}`);
    const host = await book.twin();
    host.faults.at('serviceCall', call);
    if ((await pulled(host, PULL)) !== undefined) note('next')('the pull was not ended');
    // Most calls change nothing, and the next pull cannot tell which of them was the last.
    const state = stateOf(host);
    if (states.has(state)) return;
    states.add(state);
    const found = tablesIn(host);
    TABLES.forEach((table, index) => {
      wrongRows(table, before[index], found[index], after[index]!).forEach(note('rows'));
      wrongThings(table, before[index], found[index]).forEach(note('things'));
    });
    host.clock.moveTo(host.clock.now() + 1000);
    const report = await pulled(host, PULL);
    if (report?.state !== 'done') note('next')(`the next pull is ${report?.state ?? 'ended, too'}`);
    tablesIn(host).forEach((table, index) => {
      wrongThings(TABLES[index]!, before[index], table).forEach(note('things'));
      const old = (table?.rows ?? []).filter(({ key, asOf }) => key !== '' && Number(asOf) !== host.clock.now());
      if (old.length > 0) note('next')(`${TABLES[index]}: ${old.length} rows with As of ${old[0]!.asOf}`);
    });
    differencesOf(sheetsOf(host), expected).forEach(note('next'));
  };

  const left = [...endsIn(calls)];
  const lane = async () => {
    for (let call = left.shift(); call !== undefined; call = left.shift()) await endAt(call);
  };
  await Promise.all([lane(), lane()]);
  return { calls: calls.length, states: states.size, findings };
}

/** As many as a person reads, and how many there are. */
function summary(found: readonly string[]): unknown {
  return { count: found.length, first: found.slice(0, 10) };
}
const NOTHING = { count: 0, first: [] };

/** The one in the middle has nothing that the last one has not, but for columns in one piece. */
const TRIED = isLong ? STATES : [STATES[0]!, STATES[2]!];

describe.each(TRIED)('%s', (_, prepare) => {
  const book = new PreparedBook();
  let outcome: Outcome;

  beforeAll(async () => {
    const shop = await openShop();
    await book.go([
      { open: {} },
      { market: { orders: runs(320, 650), caps: 'none' } },
      { connect: connectionTo(shop) },
    ]);
    await shop.close();
    await prepare(book);
    outcome = await endAnywhere(book);
  }, 3_600_000);
  afterAll(() => book.close());

  test(`leaves each row as it was, or as it is to be, or marked "${INCOMPLETE}"`, () => {
    expect(outcome.calls).toBeGreaterThan(100);
    expect(outcome.states).toBeGreaterThan(3);
    expect(summary(outcome.findings.rows)).toEqual(NOTHING);
  });

  test('leaves alone what is the person’s', () => {
    expect(summary(outcome.findings.things)).toEqual(NOTHING);
  });

  test('the next pull is done, and its tables are as if nothing had happened', () => {
    expect(summary(outcome.findings.next)).toEqual(NOTHING);
  });
});
