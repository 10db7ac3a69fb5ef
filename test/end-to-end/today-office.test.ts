/** Another program computes the formulas of Today, of what stands behind it and of Findings to the same values. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../effort.ts';
import { columnName } from '../host/a1.ts';
import type { Host } from '../host/host.ts';
import type { World } from '../host/steps/world.ts';
import type { Scalar } from '../host/workbook/sheet.ts';
import { convertedAll } from '../host/xlsx/office.ts';
import { OfficeBook, type OfficeCell } from '../host/xlsx/office-book.ts';
import { workbookFile } from '../host/xlsx/workbook-file.ts';
import { newWorld, repliesOf } from './scenario.ts';

const LOCALES = ['de_DE', 'en_US'].slice(0, runs(1, 2));
const ZONE = 'America/New_York';
const SHEETS = ['Today', 'Today data', 'Findings'];
/** What insights may use: it computes alike wherever it was tried. */
const FUNCTIONS = new Set(
  `SUMIFS SUMIF COUNTIFS COUNTIF AVERAGEIFS MINIFS MAXIFS INDEX MATCH IF IFERROR IFNA AND OR MIN MAX ABS ROUND INT MOD
  LARGE SMALL DATE EDATE WEEKDAY TEXTJOIN CHOOSE HYPERLINK NOW TODAY TEXT`.split(/\s+/),
);
/** How the format of hours begins. */
const HOURS = '0.0';
/** The other program reads the clock a little later. In hours. */
const LATER = 0.2;

interface Made {
  readonly world: World;
  readonly host: Host;
  readonly office: OfficeBook;
}
const made = new Map<string, Made>();

beforeAll(async () => {
  const files = new Map<string, Buffer>();
  const worlds = await Promise.all(
    LOCALES.map(async (locale) => {
      const world = newWorld();
      const replies = await repliesOf(world, [
        { open: { locale, timeZone: ZONE, clock: new Date().toISOString() } },
        { menu: 'Try with the demo shop' },
      ]);
      expect(replies.filter(({ ok }) => !ok)).toEqual([]);
      const host = await world.host();
      files.set(`${locale}.xlsx`, workbookFile(host.workbook, host.bundle.customFunctions, 'Another'));
      return { world, host };
    }),
  );
  const books = convertedAll(files, 'fods', undefined, ZONE);
  LOCALES.forEach((locale, index) => {
    const office = new OfficeBook(books.get(`${locale}.fods`)!.toString('utf8'));
    made.set(locale, { ...worlds[index]!, office });
  });
}, 120_000);
afterAll(() => Promise.all([...made.values()].map(({ world }) => world.close())));

interface Formula {
  readonly at: string;
  readonly text: string;
  readonly format: string;
  readonly value: Scalar | Date;
  readonly shown: string;
  readonly there: OfficeCell | undefined;
}

function formulasOf(locale: string, name: string): readonly Formula[] {
  const { host, office } = made.get(locale)!;
  const { workbook } = host;
  const { sheetId, rows, columns } = workbook.sheets().find((sheet) => sheet.name === name)!;
  const rect = { row: 1, column: 1, rows, columns };
  const [texts, values, shown, formats] = (
    ['formulas', 'values', 'displayValues', 'numberFormats'] as const
  ).map((aspect) => workbook.read(sheetId, rect, aspect));
  const cells = office.sheets.find((sheet) => sheet.name === name)!.cells;
  return texts!.flatMap((line, row) =>
    line.flatMap((text, column) =>
      text
        ? [
            {
              at: `${name}!${columnName(column + 1)}${row + 1}`,
              text: String(text),
              format: String(formats![row]![column]),
              value: values![row]![column] as Scalar | Date,
              shown: String(shown![row]![column]),
              there: cells.get(`${row + 1},${column + 1}`),
            },
          ]
        : [],
    ),
  );
}

function isSame({ value, shown, there, text, format }: Formula): boolean {
  // A link names the sheet by its number here.
  if (text.startsWith('="#gid=')) return /^#'/.test(there?.value ?? '');
  if (value === '') return there === undefined || there.shown === '';
  if (there === undefined) return false;
  // What is now here was a moment ago there.
  if (value instanceof Date) return text.includes('NOW()') || there.shown === shown;
  if (typeof value === 'boolean') return Number(there.value) === Number(value);
  if (typeof value !== 'number') return there.shown === value;
  const distance = Math.abs(Number(there.value) - value);
  return distance <= Math.abs(value) * 1e-9 || (format.startsWith(HOURS) && distance < LATER);
}

describe.each(LOCALES)('%s', (locale) => {
  test.each(SHEETS)('%s', (name) => {
    const formulas = formulasOf(locale, name);
    expect(formulas.length).toBeGreaterThan(20);
    const others = formulas.filter((each) => !isSame(each));
    expect(others.map(({ at, text, value, there }) => [at, text, value, there?.value, there?.shown])).toEqual(
      [],
    );
    expect(formulas.filter(({ value }) => String(value).startsWith('#') && name !== 'Today data')).toEqual(
      [],
    );
    const named = formulas.flatMap(({ text }) =>
      [...text.replace(/"[^"]*"|'[^']*'/g, '').matchAll(/([A-Z.]+)\(/g)].map(([, each]) => each!),
    );
    expect(named.filter((each) => !FUNCTIONS.has(each))).toEqual([]);
    // A number without a format would take over that of a date.
    const plain = formulas.filter(({ format, value }) => format === 'General' && typeof value !== 'string');
    expect(plain).toEqual([]);
  });
});
