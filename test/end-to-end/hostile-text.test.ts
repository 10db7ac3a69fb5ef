import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { headerOf } from '../../src/tables/header.ts';
import type { TabledOperation } from '../../src/tables/table.ts';
import { isLong, longTest, runs } from '../effort.ts';
import { converted, convertedAll } from '../host/xlsx/office.ts';
import { OfficeBook } from '../host/xlsx/office-book.ts';
import { HOSTILE_REQUEST } from '../operations/example.ts';
import { everyExample, exampleIds } from '../operations/registry.ts';
import { type Expected, type HostileAnswer, hostileAnswer, RECORDS } from './hostile-answers.ts';
import { arriving, HOSTILE_NAMES, HOSTILE_TEXTS } from './hostile-texts.ts';
import { type Operation, type OwnMarket, ownConnection, startAnswering } from './own-answers.ts';
import { runScenario } from './scenario.ts';
import { readingFilter, separated, writingFilter } from './separated-values.ts';

const PARAMS = Object.fromEntries(everyExample.map(({ id, hostile }) => [id, hostile])) as Record<
  Operation,
  readonly object[]
>;
const IDS = exampleIds as readonly Operation[];
const PULLS = IDS.flatMap((operation) => PARAMS[operation].map((params) => ({ pull: { operation, params } })));

/** Columns that the marketplace doesn't fill. */
const OWN = ['As of', 'Gone since', 'Raw dates', 'Row key'];

/** Each table's expanded lists, innermost first, and the columns that the marketplace doesn't fill. */
const TABLES = IDS.flatMap((id) =>
  (operations[id] as TabledOperation).tables.map(({ name, each, computed = {} }) => {
    const steps = each.map((step) => step.replace('?', ''));
    const levels = ['', ...steps.map((_, index) => `${steps.slice(0, index + 1).join('.')}.`)];
    const follows = Object.entries(computed).flatMap(([column, rule]) => (rule === 'field' ? [] : [column]));
    return { id, name, levels: levels.reverse(), own: [...OWN, ...follows.map(headerOf)] };
  }),
);
type Table = (typeof TABLES)[number];
const LONG = ['Catalog', 'Status'];
const SHEETS = [...TABLES.map(({ name }) => name), ...LONG];

/** Cells with our formulas: sheets that count rows in other sheets, and MARKET_NOW. */
const COUNTED = /^((Today|Today data|Findings)!|Status!M1$)/;
const ASPECTS = ['values', 'display', 'formulas', 'formats', 'notes'] as const;
type Grids = Record<(typeof ASPECTS)[number], string[][]>;
/** Returns a range that is larger than any sheet in this test. */
const rangeOf = (sheet: string) => `${sheet}!A1:${LONG.includes(sheet) ? 'Q700' : `BJ${RECORDS + 5}`}`;
const READS = SHEETS.flatMap((sheet) => ASPECTS.map((as) => ({ get: rangeOf(sheet), as })));

function gridsOf(replies: readonly { value: string[][] }[]): Record<string, Grids> {
  const grids = (sheet: number) =>
    Object.fromEntries(ASPECTS.map((as, index) => [as, replies[sheet * ASPECTS.length + index]!.value]));
  return Object.fromEntries(SHEETS.map((name, sheet) => [name, grids(sheet) as Grids]));
}

/** Returns undefined if the field was not sent. */
function cellsOf(header: string, { name: table, levels }: Table, expected: Expected): unknown[] | undefined {
  const name = header.replaceAll(' ', '').toLowerCase();
  const sent = (wanted: string) =>
    levels
      .map((level) => [...expected].find(([path]) => path.toLowerCase() === level.toLowerCase() + wanted)?.[1])
      .find((cells) => cells !== undefined);
  const all = (cell: (index: number) => unknown) => Array.from({ length: RECORDS }, (_, index) => cell(index));
  if (name === 'requestid') return all(() => HOSTILE_REQUEST);
  if (name === 'position') return all((index) => index + 1);
  // Days start at midnight in the workbook's time zone.
  const firstDay = table === 'Ad periods' ? '2025-06-01' : '2025-06-10';
  if (name === 'fromdate') return all(() => `${firstDay}T04:00:00.000Z`);
  if (name === 'todate') return all(() => '2025-06-10T04:00:00.000Z');
  return (sent(name) ?? sent(name.replace(/name$/, '')))?.slice();
}

const rowsOf = (grid: readonly string[][]) => grid.slice(1).filter((row) => row.some((cell) => cell !== ''));

test('hostile strings are numerous and distinct after trimming', () => {
  expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(60);
  expect(HOSTILE_TEXTS.length).toBeLessThanOrEqual(100);
  expect(new Set(HOSTILE_TEXTS.map(arriving)).size).toBe(HOSTILE_TEXTS.length);
});

/** Response format, and whether plain-text cells keep strings that look like formulas (undocumented by Google). */
const SENT: readonly (readonly [string, boolean])[] = [
  ['json', false],
  ...(isLong
    ? ([
        ['json', true],
        ['xml', false],
        ['xml', true],
      ] as const)
    : []),
];

describe.each(SENT)('sent as %s, with formulas kept in plain-text cells: %s', (format, keeping) => {
  const [answers, later] = [false, true].map((isLater) =>
    Object.fromEntries(IDS.map((id) => [id, hostileAnswer(id, formatOf(id, format), isLater)])),
  ) as [Record<Operation, HostileAnswer>, Record<Operation, HostileAnswer>];
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const file = join(folder, 'book.xlsx');
  let market: OwnMarket;
  let reports: { state: string; rows: { added: number; changed: number }; notes: string[] }[];
  let first: Record<string, Grids>;
  /** After the same responses again; long runs only. */
  let second: Record<string, Grids>;
  let third: Record<string, Grids>;
  /** Formulas on all sheets after the last pull. */
  let formulas: (readonly [at: string, cell: { readonly formula?: string }])[];

  beforeAll(async () => {
    // Only the last round gets the later responses.
    const rounds = runs(2, 3);
    const answerOf = (id: Operation) => (call: number) =>
      (call <= (rounds - 1) * PARAMS[id].length ? answers : later)[id].answer;
    market = await startAnswering(Object.fromEntries(IDS.map((id) => [id, answerOf(id)])));
    const round = [{ advance: 'PT1H' }, ...PULLS, ...READS];
    const replies = await runScenario([
      { open: {} },
      { fault: { formulasInText: !keeping } },
      ...ownConnection(market, { format }),
      { consent: { buyerData: true, retentionDays: 30 } },
      ...round,
      { save: file },
      ...Array.from({ length: rounds - 1 }, () => round).flat(),
      { dump: true },
    ]);
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    const begins = Array.from({ length: rounds }, (_, index) => 6 + index * round.length + Math.min(index, 1));
    const pulls = begins.flatMap((begin) => replies.slice(begin, begin + PULLS.length));
    reports = pulls.map(({ value }) => value);
    const grids = begins.map((begin) => gridsOf(replies.slice(begin + PULLS.length)));
    [first, second, third] = [grids[0]!, grids[1]!, grids.at(-1)!];
    formulas = Object.entries<object>(replies.at(-1)!.value.cells).filter(
      ([, cell]) => 'formula' in cell || 'spilled' in cell,
    );
  });
  afterAll(() => {
    market.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('all pulls succeed, and their notes are plain text', () => {
    for (const { state, notes } of reports) {
      expect(state).toBe('done');
      expect(notes.every((note) => typeof note === 'string')).toBe(true);
    }
    expect(reports[0]!.notes.join(' ')).toContain('=1+1 (not documented) 1');
  });

  function checkTable(table: Table, grids: typeof first, sent: typeof answers): void {
    const { values, formats } = grids[table.name]!;
    const { expected } = sent[table.id];
    const header = values[0]!.filter((title) => title !== '');
    expect(rowsOf(values)).toHaveLength(RECORDS);
    const unknown = header.filter((title) => !table.own.includes(title) && !cellsOf(title, table, expected));
    expect(unknown).toEqual([]);
    header.forEach((title, column) => {
      const found = rowsOf(values).map((row) => row[column]!);
      if (!table.own.includes(title)) expect(found, title).toEqual(cellsOf(title, table, expected));
      if (title === 'Row key') expect(new Set(found).size).toBe(RECORDS);
      found.forEach((cell, row) => {
        const isText = typeof cell === 'string' && cell !== '' && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(cell);
        if (isText) expect(formats[row + 1]![column], `${title}, row ${row + 2}: ${cell}`).toBe('@');
      });
    });
  }

  test.each(TABLES)('$name: every cell has the sent text as plain text', (table) => {
    checkTable(table, first, answers);
  });

  test.each(TABLES)('$name: every changed cell has the new text as plain text', (table) => {
    checkTable(table, third, later);
  });

  test('every field that was sent has a column', () => {
    const titles = (id: Operation) =>
      TABLES.filter((table) => table.id === id).flatMap(({ name }) =>
        first[name]!.values[0]!.map((title) => title.replaceAll(' ', '').toLowerCase()),
      );
    const without = IDS.flatMap((id) =>
      [...answers[id]!.expected.keys()].filter((path) => !titles(id).includes(path.split('.').pop()!.toLowerCase())),
    );
    expect(without).toEqual([]);
  });

  test('only our own formulas exist, and they contain no sent text', () => {
    const [own, others] = [true, false].map((isOwn) => formulas.filter(([at]) => COUNTED.test(at) === isOwn));
    expect(others).toEqual([]);
    expect(own!.length).toBeGreaterThan(100);
    // Building blocks for hostile strings: functions, arithmetic, and URLs.
    expect(own!.filter(([, { formula = '' }]) => /MARKET_(?!NOW\b)|IMPORT|\b1\+1|cmd|:\/\//i.test(formula))).toEqual(
      [],
    );
    for (const sheet of SHEETS)
      for (const { formulas: found } of [first, second, third].map((grids) => grids[sheet]!))
        expect(found.flat().filter((formula) => formula !== '')).toEqual(sheet === 'Status' ? ['=NOW()'] : []);
  });

  test('undocumented codes and field names are texts on Status', () => {
    const { values, formats } = first.Status!;
    const rows = rowsOf(values);
    const at = (title: string) => values[0]!.indexOf(title);
    const names = format === 'json' ? HOSTILE_NAMES : ['StrangeField'];
    const listed = (about: string) => rows.filter((row) => row[at('About')] === about).map((row) => row[at('Subject')]);
    for (const name of names) expect(listed('Orders')).toContain(name);
    for (const name of HOSTILE_NAMES) expect(listed('Keywords')).toContain(name);
    const ofFields = rows.filter((row) => row[at('About')] !== 'Catalog');
    const states = ofFields.map((row) => row[at('State')]!);
    expect(states.every((state) => /not documented$|^unreadable, kept as text$/.test(state))).toBe(true);
    expect(rows.some((row) => row[at('Subject')]!.endsWith(': =1+1'))).toBe(true);
    expect(rows.some((row) => row[at('Example')]!.startsWith('='))).toBe(true);
    for (const title of ['About', 'Subject', 'State', 'Example', 'Row key'])
      expect(new Set(rows.map((_, row) => formats[row + 1]![at(title)])), title).toEqual(new Set(['@']));
  });

  test('identifiers, titles and their contradictions are texts in the Catalog', () => {
    const { values, formats } = first.Catalog!;
    const rows = rowsOf(values);
    expect(rows.length).toBeGreaterThan(RECORDS);
    expect(rows.length).toBeLessThan(690);
    expect(rows.some((row) => row[0]!.startsWith('='))).toBe(true);
    for (const title of ['Seller part number', 'Item number', 'UPC code', 'Mfr part number', 'Title', 'Row key']) {
      const place = values[0]!.indexOf(title);
      rows.forEach((row, index) => {
        if (row[place] !== '') expect(formats[index + 1]![place], `${title}: ${row[place]}`).toBe('@');
      });
    }
    expect(third.Catalog!.values.slice(1, rows.length + 1).map((row) => row.slice(0, 2))).toEqual(
      rows.map((row) => row.slice(0, 2)),
    );
  });

  test('notes contain no sent text', () => {
    const notes = SHEETS.flatMap((sheet) => first[sheet]!.notes.flat()).filter((note) => note !== '');
    expect(notes.length).toBeGreaterThan(100);
    for (const text of HOSTILE_TEXTS.filter((each) => /^[=+@]./.test(each)))
      expect(notes.filter((note) => note.includes(text))).toEqual([]);
  });

  test('a later pull changes only the rows with new texts', () => {
    const changing = reports.slice(-PULLS.length);
    const changed = TABLES.length * Math.floor((RECORDS + 2) / 4);
    expect(changing.reduce((sum, { rows }) => sum + rows.changed, 0)).toBe(changed);
    for (const { rows } of changing) expect(rows.added).toBe(0);
  });

  longTest('the same pull again changes nothing', () => {
    const again = reports.slice(PULLS.length, 2 * PULLS.length);
    for (const { rows } of again) expect(rows).toMatchObject({ added: 0, changed: 0 });
    for (const sheet of SHEETS) {
      const times = first[sheet]!.values[0]!.flatMap((title, column) =>
        /^As of$| polled$|^\d{4}-/.test(title) || (sheet === 'Status' && title === 'Raw dates') ? [column] : [],
      );
      for (const as of ASPECTS) {
        const [one, other] = [first, second].map((grids) =>
          grids[sheet]![as].map((row) => row.filter((_, column) => !times.includes(column))),
        );
        expect(other, `${as} of ${sheet}`).toEqual(one);
      }
    }
  });

  if (isLong)
    describe('saved and opened in LibreOffice', () => {
      /** LibreOffice normalizes line breaks, drops tabs in multiline cells, and shows a later time in the cell of NOW. */
      const shown = (sheet: string, grid: readonly string[][]) =>
        grid.map((row, r) =>
          row.map((cell, c) => (first[sheet]!.formulas[r]![c] === '=NOW()' ? '' : cell.replace(/[\t\r\n]/g, ''))),
        );

      test('every cell looks the same and is not a formula', () => {
        const book = new OfficeBook(converted(readFileSync(file), 'fods').toString('utf8'));
        for (const sheet of SHEETS) {
          const { cells } = book.sheets.find(({ name }) => name === sheet)!;
          const found = [...cells.values()].flatMap(({ formula }) => formula ?? []);
          expect(found).toEqual(sheet === 'Status' ? ['of:=NOW()'] : []);
          const seen = first[sheet]!.display.map((row, r) =>
            row.map((_, c) => cells.get(`${r + 1},${c + 1}`)?.shown ?? ''),
          );
          expect(shown(sheet, seen), sheet).toEqual(shown(sheet, first[sheet]!.display));
        }
      });

      test.each([
        ['commas', 'csv', ','],
        ['tabs', 'tsv', '\t'],
      ])('exported with %s and imported again, every cell is the same', (_, ending, separator) => {
        const saved = new Map([['book.xlsx', readFileSync(file)]]);
        const files = convertedAll(saved, `${ending}:${writingFilter(separator)}`);
        const again = convertedAll(files, 'fods', readingFilter(separator));
        for (const sheet of SHEETS) {
          const name = `book-${sheet}`;
          const cells = separated(files.get(`${name}.${ending}`)!.toString('utf8'), separator);
          const wanted = shown(sheet, first[sheet]!.display);
          const padded = wanted.map((row, r) => row.map((_, c) => cells[r]?.[c] ?? ''));
          expect(shown(sheet, padded), sheet).toEqual(wanted);
          const [read] = new OfficeBook(again.get(`${name}.fods`)!.toString('utf8')).sheets;
          expect([...read!.cells.values()].filter(({ formula }) => formula !== undefined)).toEqual([]);
          // Numbers and dates are unquoted and may be formatted differently.
          const isText = (r: number, c: number) => first[sheet]!.formats[r]![c] === '@';
          const texts = (grid: readonly string[][]) => grid.map((row, r) => row.filter((_, c) => isText(r, c)));
          const reread = wanted.map((row, r) => row.map((_, c) => read!.cells.get(`${r + 1},${c + 1}`)?.shown ?? ''));
          expect(texts(shown(sheet, reread)), sheet).toEqual(texts(wanted));
        }
      });
    });
});

/** Some operations don't support XML. */
function formatOf(id: Operation, format: string): string {
  return (operations[id].formats as readonly string[]).includes(format) ? format : 'json';
}
