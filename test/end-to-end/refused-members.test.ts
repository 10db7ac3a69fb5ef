/**
 * If a call to any Google API member fails, once or every time, the add-on explains the error, loses no data, and
 * recovers on the next run.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import type { Host } from '../host/host.ts';
import { members } from '../host/members.ts';
import { differencesOf, sheetsOf } from './document-snapshot.ts';
import { KEY_FIELDS, type TableName, wrongPersonalCells } from './half-written.ts';
import { MODES, type PreparedBook } from './prepared-book.ts';
import { ACTS, type Act, bookFor } from './refused-acts.ts';
import { tableIn } from './table-snapshot.ts';

/** A Google error message in another language. */
const SAID = 'Es ist ein Fehler aufgetreten.';

/** Wording of the add-on's advice. */
const ADVICE = /again|reload|ask |choose|open the|check |select /i;
const RAW = /TypeError|undefined|null/;

/** The first spreadsheet call of every execution. */
const FIRST = 'SpreadsheetApp.getActiveSpreadsheet';

const ALWAYS = Number.POSITIVE_INFINITY;
const MINUTE = 60_000;

const TABLES = Object.keys(KEY_FIELDS) as TableName[];
const tablesIn = ({ workbook }: Host) => TABLES.map((table) => tableIn(workbook, table));

const RUN_SHEETS = ['Jobs', 'Status'];

const tablesOf = (host: Host) => new Map([...sheetsOf(host)].filter(([name]) => !RUN_SHEETS.includes(name)));

/** If these members fail, the Catalog stays unchanged and shows a note until the next poll. */
const READING = /^Range\.(getFormulasR1C1|getNumberFormats)$/;

/** While Google rejects formats, as it does in typed columns, new rows are written without them. */
const FORMATTING = 'Range.setNumberFormats';

/** Excludes user properties. */
function visibleData({ workbook, stores }: Host): string {
  const cells = workbook
    .sheets()
    .map(({ sheetId, rows, columns }) => workbook.read(sheetId, { row: 1, column: 1, rows, columns }, 'values'));
  const caches = [...stores.caches.values()].map((entries) => [...entries]);
  return JSON.stringify([cells, [...stores.document], [...stores.script], caches, stores.logs, stores.mails]);
}

function keysOf({ stores }: Host): readonly string[] {
  const texts = [...stores.user.values()].flatMap((values) => [...values.values()]).join();
  return [...texts.matchAll(/"(?:apiKey|secretKey)":"([^"]+)"/g)].map(([, key]) => key!);
}

/** Each action needs its own workbook, so quick runs try only two. */
const TRIED = isLong ? ACTS : ACTS.filter(({ name }) => ['formulas', 'a first pull'].includes(name));

const CASES = MODES.flatMap((mode) => TRIED.map((act) => [act.name, mode, act] as const));

describe.each(CASES)('%s, %s', (_, mode, act: Act) => {
  let book: PreparedBook;
  let reached: readonly string[];
  let expected: ReadonlyMap<string, string>;

  beforeAll(async () => {
    book = await bookFor(act, mode);
    const host = await book.twin();
    await host.workbook.settled();
    expect(await act.carryOut(host)).toEqual([]);
    reached = [...host.statistics.members].filter((member) => members.has(member)).sort();
    for (let time = 1; time < TIMES; time++) expect(await act.carryOut(host)).toEqual([]);
    expected = tablesOf(host);
  });
  afterAll(() => book.close());

  /** Number of runs: one with the fault, then without it until the leases of failed executions have expired. */
  const TIMES = act.kind === 'trigger' ? 3 : 2;

  async function wrongWithout(member: string, times: number): Promise<readonly string[]> {
    const host = await book.twin();
    await host.workbook.settled();
    const before = tablesIn(host);
    host.faults.refuse({ member, in: act.kind, times, message: SAID });
    const said = await act.carryOut(host);
    host.faults.clear();
    const wrong = said.filter((text) => !ADVICE.test(text) || RAW.test(text));
    const most = act.most?.(member) ?? said.length;
    if (said.length > most) wrong.push(`${said.length} failures: ${said[0]}`);
    const found = tablesIn(host);
    for (const [index, table] of TABLES.entries())
      wrong.push(...wrongPersonalCells(table, before[index], found[index]));
    // Wait, as the messages advise, or until the leases that could not be given back have expired.
    host.clock.moveTo(host.clock.now() + (times === ALWAYS ? 10 : 2) * MINUTE);
    for (let time = 1; time < TIMES; time++) wrong.push(...(await act.carryOut(host)).map((text) => `then: ${text}`));
    const isBehind = (text: string) =>
      times === ALWAYS &&
      ((READING.test(member) && text.startsWith('Catalog:')) ||
        (member === FORMATTING && / numberFormats of row \d+, /.test(text)));
    wrong.push(...differencesOf(tablesOf(host), expected).filter((text) => !isBehind(text)));
    wrong.push(...[...host.stores.document.keys()].filter((key) => key.startsWith('market.run.')));
    const [keys, seen] = [keysOf(host), visibleData(host)];
    if (keys.length === 0 || keys.some((key) => seen.includes(key))) wrong.push('keys are missing or exposed');
    return wrong.map((text) => `${member} ${times === ALWAYS ? 'always' : 'once'}: ${text}`);
  }

  test('recovers from the refusal of any Google API member', async () => {
    expect(reached.length).toBeGreaterThan(5);
    const all = reached.flatMap((member) => [1, ALWAYS].map((times) => [member, times] as const));
    // Alternates: one member is refused once, the next one always. In the other form, it is the reverse.
    const turn = mode === 'bound' ? 0 : 1;
    const inTurn = reached.map((member, index) => [member, index % 2 === turn ? 1 : ALWAYS] as const);
    const sample = () => [[FIRST, ALWAYS] as const, ...fc.sample(fc.constantFrom(...all), { numRuns: 1, seed: 7 })];
    const some = isLong ? inTurn : sample();
    const wrong: string[] = [];
    for (const [member, times] of some) wrong.push(...(await wrongWithout(member, times)));
    expect(wrong).toEqual([]);
  }, 3_600_000);
});
