import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, runs } from '../effort.ts';
import type { Host } from '../host/host.ts';
import { differencesOf, sheetsOf, stateOf } from './document-snapshot.ts';
import { KEY_FIELDS, type TableName, wrongPersonalCells, wrongRows } from './half-written.ts';
import { listenTo, MODES, type Mode, PreparedBook, pulled } from './prepared-book.ts';
import { connectionTo, openShop } from './shop.ts';
import { INCOMPLETE, OWN, type TableSnapshot, tableIn } from './table-snapshot.ts';

const TABLES = Object.keys(KEY_FIELDS) as TableName[];
const PULL = { operation: 'orders', params: {} };

interface Findings {
  /** Problems in the add-on's rows after the kill. */
  readonly rows: string[];
  /** Problems in the user's cells after the kill and after the next pull. */
  readonly things: string[];
  /** Problems with the next pull and its sheets. */
  readonly next: string[];
}

interface Outcome {
  /** Service calls of an uninterrupted pull. */
  readonly calls: number;
  /** Number of distinct states left by killed pulls. */
  readonly states: number;
  readonly findings: Findings;
}

/** Title and setup. */
const STATES: readonly (readonly [string, (book: PreparedBook) => Promise<void>])[] = [
  ['a first pull', async () => {}],
  ['a pull with many changed orders', withTables],
  [
    "a pull with many changed orders and a person's own columns between ours",
    async (book) => {
      await withTables(book);
      await withOwnColumns(book);
    },
  ],
];

async function withTables(book: PreparedBook): Promise<void> {
  await book.go([{ pull: PULL }, { advance: 'P2D' }]);
}

/** Adds user rows, and user columns with values in every row and formulas, notes, and colors in some. */
async function withOwnColumns(book: PreparedBook): Promise<void> {
  for (const table of TABLES) {
    const [reply] = await book.go([{ get: `${table}!A1:AZ1` }]);
    const header = (reply!.value as string[][])[0]!;
    const places = [4, 9, header.indexOf('As of') + 1, header.indexOf('Row key') + 1];
    // Insert from the right so that the other positions stay valid.
    const inserts = [...places].reverse().map((before) => ({ edit: ['insertColumn', table, { before }] }));
    await book.go([...inserts, { edit: ['insertRow', table, { before: 6 }] }, { eval: fillOwnColumns(table) }]);
  }
}

function fillOwnColumns(table: string): string {
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

/**
 * Returns the 1-based numbers of the calls to kill at: in long runs, every third, different ones in each form; otherwise
 * a sample that includes calls right after writes.
 */
function endsIn(calls: readonly string[], mode: Mode): readonly number[] {
  const all = calls.map((_, index) => index + 1);
  const afterValues = all.filter((call) => /^Range\.setValues?$/.test(calls[call - 2] ?? ''));
  return isLong
    ? all.filter((call) => call % 3 === (mode === 'bound' ? 1 : 2))
    : [...new Set([...some(2, all), ...some(2, afterValues)])];
}

function some<T>(count: number, from: readonly T[]): readonly T[] {
  const step = Math.max(from.length - 1, 1) / (count - 1);
  return from.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}

const tablesIn = ({ workbook }: Host) => TABLES.map((table) => tableIn(workbook, table));

async function endAnywhere(book: PreparedBook, mode: Mode): Promise<Outcome> {
  const findings: Findings = { rows: [], things: [], next: [] };
  const states = new Set<string>();
  const original = await book.twin();
  const before = tablesIn(original);
  const calls: string[] = [];
  listenTo(original, calls);
  expect((await pulled(original, PULL))?.state).toBe('done');
  const after = tablesIn(original) as TableSnapshot[];
  const expected = sheetsOf(original);

  const endAt = async (call: number) => {
    const note = (kind: keyof Findings) => (text: string) => findings[kind].push(`call ${call}: ${text}`);
    const host = await book.twin();
    host.faults.at('serviceCall', call);
    if ((await pulled(host, PULL)) !== undefined) note('next')('the pull was not killed');
    // Skip states that were already checked: most calls change nothing.
    const state = stateOf(host);
    if (states.has(state)) return;
    states.add(state);
    const found = tablesIn(host);
    TABLES.forEach((table, index) => {
      wrongRows(table, before[index], found[index], after[index]!).forEach(note('rows'));
      wrongPersonalCells(table, before[index], found[index]).forEach(note('things'));
    });
    host.clock.moveTo(host.clock.now() + 1000);
    const report = await pulled(host, PULL);
    if (report?.state !== 'done') note('next')(`the next pull is ${report?.state ?? 'killed too'}`);
    tablesIn(host).forEach((table, index) => {
      wrongPersonalCells(TABLES[index]!, before[index], table).forEach(note('things'));
      const old = (table?.rows ?? []).filter(({ key, asOf }) => key !== '' && Number(asOf) !== host.clock.now());
      if (old.length > 0) note('next')(`${TABLES[index]}: ${old.length} rows with As of ${old[0]!.asOf}`);
    });
    differencesOf(sheetsOf(host), expected).forEach(note('next'));
  };

  const left = [...endsIn(calls, mode)];
  const lane = async () => {
    for (let call = left.shift(); call !== undefined; call = left.shift()) await endAt(call);
  };
  await Promise.all([lane(), lane()]);
  return { calls: calls.length, states: states.size, findings };
}

/** Returns the number of problems and the first ten. */
function summary(found: readonly string[]): unknown {
  return { count: found.length, first: found.slice(0, 10) };
}
const NOTHING = { count: 0, first: [] };

/**
 * Quick runs kill only the pull with the most to lose. Killed first pulls are tested in `faults.test.ts` and
 * `tick.test.ts`, too.
 */
const TRIED = isLong ? STATES : STATES.slice(2);

const CASES = MODES.flatMap((mode) => TRIED.map(([what, prepare]) => [what, mode, prepare] as const));

describe.each(CASES)('%s, %s', (_, mode, prepare) => {
  const book = new PreparedBook();
  let outcome: Outcome;

  beforeAll(async () => {
    const shop = await openShop();
    await book.go([
      { open: { mode } },
      { market: { orders: runs(110, 650), caps: 'none' } },
      { connect: connectionTo(shop) },
    ]);
    await shop.close();
    await prepare(book);
    outcome = await endAnywhere(book, mode);
  }, 3_600_000);
  afterAll(() => book.close());

  test(`leaves each row old, new, or marked "${INCOMPLETE}"`, () => {
    expect(outcome.calls).toBeGreaterThan(100);
    expect(outcome.states).toBeGreaterThan(3);
    expect(summary(outcome.findings.rows)).toEqual(NOTHING);
  });

  test("does not change the user's cells", () => {
    expect(summary(outcome.findings.things)).toEqual(NOTHING);
  });

  test('is fully repaired by the next pull', () => {
    expect(summary(outcome.findings.next)).toEqual(NOTHING);
  });
});
