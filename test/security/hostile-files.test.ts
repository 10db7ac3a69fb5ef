/**
 * Exports hostile strings in every response field only as plain text: in files, copies, warehouse rows, and reports.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileAnswer } from '../end-to-end/hostile-answers.ts';
import { arriving, HOSTILE_TEXTS } from '../end-to-end/hostile-texts.ts';
import { type Operation, type OwnMarket, ownConnection, startAnswering } from '../end-to-end/own-answers.ts';
import { type Reply, runScenario } from '../end-to-end/scenario.ts';
import { parseCsv } from '../host/inside/csv.ts';
import { everyExample } from '../operations/registry.ts';

const PULLS = everyExample.flatMap(({ id, hostile }) => hostile.map((params) => ({ pull: { operation: id, params } })));

/** A cell that a spreadsheet program would evaluate. */
const FORMULA = /^[\s\u00a0\u3000\ufeff\u200b\u2060]*[=+\-@＝＋－＠]/;

const TABLES = ['Orders', 'Order lines', 'Lookup report', 'Price log', 'Keywords', 'Catalog'];
const FORMS = [
  ['exportFile', 'csv'],
  ['exportFile', 'ndjson'],
  ['tableText', 'csv'],
  ['tableText', 'tsv'],
] as const;

let market: OwnMarket;
/** Each table's exported files, in the same order as FORMS. */
let files: ReadonlyMap<string, readonly string[]>;
let report: string;
let asked: Reply['value'];

beforeAll(async () => {
  const answers = everyExample.map(({ id }) => [id, hostileAnswer(id as Operation, 'json', false).answer]);
  market = await startAnswering(Object.fromEntries(answers));
  const copies = TABLES.flatMap((table) => FORMS.map(([name, form]) => ({ sidebar: [name, table, form] })));
  const tail = [{ sidebar: ['supportReport'] }, { stats: true }];
  const all = await runScenario([{ open: {} }, ...ownConnection(market), ...PULLS, ...copies, ...tail]);
  expect(all.filter(({ ok }) => !ok)).toEqual([]);
  const texts = all.slice(-copies.length - tail.length, -tail.length).map(({ value }) => value.value.text as string);
  files = new Map(TABLES.map((table, at) => [table, texts.slice(at * FORMS.length, (at + 1) * FORMS.length)]));
  [report, asked] = [String(all.at(-2)!.value.value), all.at(-1)!.value];
});
afterAll(() => market.close());

test.each(TABLES)('%s: no cell of a CSV file or copy is a formula', (table) => {
  const [file, , copied, pasted] = files.get(table)!;
  const cells = [file!, copied!].flatMap((text) => parseCsv(text.slice(1), ',').flat());
  const all = [...cells, ...pasted!.split('\n').flatMap((line) => line.split('\t'))];
  expect(all.length).toBeGreaterThan(3 * HOSTILE_TEXTS.length);
  // Numbers may start with a minus sign.
  expect(all.filter((cell) => FORMULA.test(cell) && !/^-?[\d.]+$/.test(cell))).toEqual([]);
});

test.each(TABLES)('%s: each warehouse row is one JSON object per line with the original strings', (table) => {
  const lines = files.get(table)![1]!.trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows.length).toBeGreaterThanOrEqual(HOSTILE_TEXTS.length);
  const values = rows.flatMap((row) => Object.values(row));
  expect(values.filter((value) => typeof value === 'object' && value !== null)).toEqual([]);
  const missing = HOSTILE_TEXTS.map(arriving).filter((text) => !values.includes(text));
  expect(missing.filter((text) => /[=<{]/.test(text))).toEqual([]);
});

test('the support report contains no hostile strings', () => {
  expect(HOSTILE_TEXTS.filter((text) => /[=<]/.test(text) && text.length > 3 && report.includes(text))).toEqual([]);
});

test('no URL in the data is ever called', () => {
  expect(asked.fetches.total).toBe(Object.values<number>(asked.fetches.bySeller).reduce((sum, each) => sum + each, 0));
  expect(Object.keys(asked.fetches.bySeller)).toEqual(['S1']);
});
