/** Google may refuse any member of its classes, once or always: the add-on says so in words of its own, and the next run comes to its end. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import type { Host } from '../host/host.ts';
import { members } from '../host/members.ts';
import { differencesOf, sheetsOf } from './document-sight.ts';
import { KEY_FIELDS, type TableName, wrongThings } from './half-written.ts';
import type { PreparedBook } from './prepared-book.ts';
import type { Act } from './refused-acts.ts';
import { ACTS, bookFor } from './refused-acts.ts';
import { tableIn } from './table-sight.ts';

/** As Google says it to a person whose language is not English. */
const SAID = 'Es ist ein Fehler aufgetreten.';

/** What says what to do. */
const ADVICE = /again|reload|ask |choose|open the|check /i;

const ALWAYS = 0;

const TABLES = Object.keys(KEY_FIELDS) as TableName[];
const tablesIn = ({ workbook }: Host) => TABLES.map((table) => tableIn(workbook, table));

/** They tell when something ran. */
const TELLING = ['Jobs', 'Status', 'Today', 'Guide'];

function tablesOf(host: Host): ReadonlyMap<string, string> {
  return new Map([...sheetsOf(host)].filter(([name]) => !TELLING.includes(name)));
}

/** Everything but what is the person's alone. */
function inOthersSight({ workbook, stores }: Host): string {
  const cells = workbook
    .sheets()
    .map(({ sheetId, rows, columns }) =>
      workbook.read(sheetId, { row: 1, column: 1, rows, columns }, 'values'),
    );
  const caches = [...stores.caches.values()].map((entries) => [...entries]);
  return JSON.stringify([cells, [...stores.document], [...stores.script], caches, stores.logs, stores.mails]);
}

const keysIn = ({ stores }: Host) =>
  [
    ...[...stores.user.values()]
      .flatMap((values) => [...values.values()])
      .join()
      .matchAll(/"(?:apiKey|secretKey)":"([^"]+)"/g),
  ].map(([, key]) => key!);

describe.each(ACTS)('$name', (act: Act) => {
  let book: PreparedBook;
  let reached: readonly string[];
  let expected: ReadonlyMap<string, string>;

  beforeAll(async () => {
    book = await bookFor(act);
    const host = await book.twin();
    await host.workbook.settled();
    expect(await act.carryOut(host)).toEqual([]);
    reached = [...host.statistics.members].filter((member) => members.has(member)).sort();
    expect(await act.carryOut(host)).toEqual([]);
    expected = tablesOf(host);
  }, 120_000);
  afterAll(() => book.close());

  async function wrongAfter(member: string, times: number): Promise<readonly string[]> {
    const host = await book.twin();
    await host.workbook.settled();
    const before = tablesIn(host);
    host.faults.refuse({ member, in: act.kind, times: times || Number.POSITIVE_INFINITY, message: SAID });
    const said = await act.carryOut(host);
    host.faults.clear();
    const found = tablesIn(host);
    const wrong = said
      .filter(
        (text) => !/MARKET_|Google/.test(text) || !ADVICE.test(text) || /TypeError|undefined|null/.test(text),
      )
      .map((text) => `says: ${text}`);
    for (const [index, table] of TABLES.entries())
      wrong.push(...wrongThings(table, before[index], found[index]));
    wrong.push(...(await act.carryOut(host)).map((text) => `then: ${text}`));
    if (act.kind === 'trigger')
      wrong.push(...(await act.carryOut(host)).map((text) => `after that: ${text}`));
    wrong.push(...differencesOf(tablesOf(host), expected));
    wrong.push(...[...host.stores.document.keys()].filter((key) => key.startsWith('market.run.')));
    const seen = inOthersSight(host);
    if (keysIn(host).length === 0 || keysIn(host).some((key) => seen.includes(key)))
      wrong.push('keys are leaked');
    return wrong.map((text) => `${member} ${times === ALWAYS ? 'always' : 'once'}: ${text}`);
  }

  test('any member', async () => {
    const all = reached.flatMap((member) => [1, ALWAYS].map((times) => [member, times] as const));
    const some = isLong ? all : fc.sample(fc.constantFrom(...all), { numRuns: 3, seed: 7 });
    const left = [...some];
    const wrong: string[] = [];
    const lane = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        if (process.env.TELL) console.log(act.name, next.join(' '));
        wrong.push(...(await wrongAfter(...next)));
      }
    };
    await lane();
    console.log(`${act.name}: ${reached.length} members, ${some.length} runs`);
    expect(wrong).toEqual([]);
  }, 3_600_000);
});
