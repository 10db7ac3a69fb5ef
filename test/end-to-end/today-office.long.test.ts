import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnName } from '../host/a1.ts';
import type { Host } from '../host/host.ts';
import type { World } from '../host/steps/world.ts';
import type { Scalar } from '../host/workbook/sheet.ts';
import { convertedAll } from '../host/xlsx/office.ts';
import { OfficeBook, type OfficeCell } from '../host/xlsx/office-book.ts';
import { workbookFile } from '../host/xlsx/workbook-file.ts';
import { newWorld, repliesOf } from './scenario.ts';

const LOCALES = ['de_DE', 'en_US'];
const ZONE = 'America/New_York';
const DESKS = ['Reorder', 'Items', 'Ads', 'Bids'];
const SHEETS = ['Today', 'Today data', 'Findings', ...DESKS];
/** Functions that give the same results in every spreadsheet program tested. */
const FUNCTIONS = new Set(
  `SUMIFS SUMIF COUNTIFS COUNTIF AVERAGEIFS MINIFS MAXIFS INDEX MATCH IF IFERROR IFNA AND OR MIN MAX ABS ROUND INT MOD
  LARGE SMALL DATE EDATE WEEKDAY TEXTJOIN CHOOSE HYPERLINK NOW TODAY TEXT ISERROR ROWS`.split(/\s+/),
);
/** First row of the list on Today, below the tiles. */
const LIST = 15;

/** Replaces NOW with its value, because LibreOffice reads the clock later. */
const STOP_TIME = `for (const sheet of ss.getSheets()) {
  const range = sheet.getDataRange();
  const values = range.getValues();
  range.getFormulas().forEach((line, row) => line.forEach((text, column) => {
    if (text === '=NOW()') sheet.getRange(row + 1, column + 1).setValue(values[row][column]);
  }));
}`;

/** Adds a column of link addresses, because HYPERLINK returns only the label. */
const ADDRESSES = `for (const name of ${JSON.stringify(SHEETS)}) {
  const sheet = ss.getSheetByName(name);
  const texts = sheet.getDataRange().getFormulas();
  sheet.insertColumnsAfter(sheet.getMaxColumns(), 1);
  const last = sheet.getMaxColumns();
  texts.forEach((line, row) => line.forEach((text) => {
    const from = text.indexOf('HYPERLINK(') + 10;
    if (from < 10) return;
    let [depth, to] = [0, from];
    for (let isText = false; depth > 0 || isText || !',;'.includes(text[to]); to++) {
      if (text[to] === '"') isText = !isText;
      else if (!isText) depth += { '(': 1, ')': -1 }[text[to]] || 0;
    }
    sheet.getRange(row + 1, last).setFormula('=' + text.slice(from, to));
  }));
}`;

/** Puts wildcards into a finding's key, and a matching key into the first order. */
const WILDCARDS = `const [orders, findings] = ['Orders', 'Findings'].map((name) => ss.getSheetByName(name));
  const [found, all] = [findings, orders].map((sheet) => sheet.getDataRange().getValues());
  const at = (lines, header) => lines[0].indexOf(header);
  const key = at(all, 'Row key');
  const row = found.findIndex((line) => line[at(found, 'Link table')] === 'Orders'
    && all.findIndex((order) => order[key] === line[at(found, 'Link key')]) > 1);
  const own = all.findIndex((order) => order[key] === found[row][at(found, 'Link key')]);
  const put = (sheet, line, column, text) => sheet.getRange(line + 1, column + 1).setValue(text);
  put(orders, 1, key, 'A|AxyB');
  put(orders, own, key, 'A|A*~B');
  put(findings, row, at(found, 'Link key'), 'A|A*~B');
  put(findings, row, at(found, 'Link pattern'), 'A|A~*~~B');
  return [row, own];`;

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
        ...DESKS.map((menu) => ({ menu })),
        { eval: WILDCARDS },
        { eval: ADDRESSES },
        { eval: STOP_TIME },
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
}, 600_000);
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
  const [texts, values, shown, formats] = (['formulas', 'values', 'displayValues', 'numberFormats'] as const).map(
    (aspect) => workbook.read(sheetId, rect, aspect),
  );
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

const isAddress = (value: unknown) => String(value).startsWith('#gid=');
const isError = (value: unknown) => String(value).startsWith('#') && !isAddress(value);

function isSame({ value, shown, there }: Formula): boolean {
  // Links contain the sheet's name here, and its ID in Google Sheets.
  if (isAddress(value)) return /^#'/.test(there?.value ?? '');
  if (value === '') return there === undefined || there.shown === '';
  if (there === undefined) return false;
  if (value instanceof Date) return there.shown === shown;
  if (typeof value === 'boolean') return Number(there.value) === Number(value);
  if (typeof value !== 'number') return there.shown === value;
  return Math.abs(Number(there.value) - value) <= Math.abs(value) * 1e-9;
}

describe.each(LOCALES)('in %s', (locale) => {
  test.each(SHEETS)('LibreOffice computes the same values on %s', (name) => {
    const formulas = formulasOf(locale, name);
    expect(formulas.length).toBeGreaterThan(20);
    const others = formulas.filter((each) => !isSame(each));
    expect(others.map(({ at, text, value, there }) => [at, text, value, there?.value, there?.shown])).toEqual([]);
    expect(formulas.filter(({ value }) => isError(value) && name !== 'Today data')).toEqual([]);
    const named = formulas.flatMap(({ text }) =>
      [...text.replace(/"[^"]*"|'[^']*'/g, '').matchAll(/([A-Z.]+)\(/g)].map(([, each]) => each!),
    );
    expect(named.filter((each) => !FUNCTIONS.has(each))).toEqual([]);
    // A number without a format could inherit a date format.
    const plain = formulas.filter(({ format, value }) => format === 'General' && typeof value !== 'string');
    expect(plain).toEqual([]);
  });

  test('links lead to the rows that they name', () => {
    const { sheets } = made.get(locale)!.office;
    const cellsOf = (name: string) => sheets.find((sheet) => sheet.name === name)!.cells;
    const textsIn = (name: string, row: string) =>
      [...cellsOf(name)].flatMap(([at, { value }]) => (at.startsWith(`${row},`) ? [value] : []));
    for (const name of ['Today', 'Findings', ...DESKS]) {
      const links = [...cellsOf(name)].filter(([, { value }]) => value.startsWith("#'"));
      expect(links.length).toBeGreaterThan(5);
      const wrong = links.filter(([at, { value }]) => {
        const [, table, row] = /^#'(.*)'!A(\d+)$/.exec(value) ?? [];
        const said = textsIn(name, at.split(',')[0]!).join(' | ');
        // Row 1 stands for the whole sheet. Tiles link to their worst finding.
        if (!table || !row) return true;
        if (row === '1' || (name === 'Today' && Number(at.split(',')[0]) < LIST)) return false;
        return !textsIn(table, row).some((text) => text.length > 3 && said.includes(text));
      });
      expect(wrong).toEqual([]);
    }
  });
});
