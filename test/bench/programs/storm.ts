/** Fills three sheets with one formula per item, written in different ways, and measures the cost. */
import { SILENT } from '../../host/execution/witness.ts';
import { StormBook } from '../../host/storm-book.ts';

const [cells, recalculations, latency] = process.argv.slice(2).map(Number) as [number, number, number];
const MORE = 10;
const SHEETS = ['Sheet1', 'Two', 'Three'];

const book = new StormBook();
await book.open(cells + MORE, latency);
await book.addSheets([...SHEETS.slice(1), 'More', 'Range']);
const each = Math.ceil(cells / SHEETS.length);
const filled = SHEETS.map((name, index) => {
  const ids = book.items.slice(index * each, Math.min(cells, (index + 1) * each));
  return { name, ids, lines: ids.map((id, at) => lineOf(id, at, ids.length)) };
});

book.spent();
for (const { name, lines } of filled)
  book.fill(name, [lines.map(([argument]) => argument), lines.map(([, formula]) => formula)]);
await book.settled();
const counted: Record<string, number> = { distinct: cells };
note('cold');
const values = () => filled.flatMap(({ name, ids }) => book.column(name, 2, ids.length));
const right = values();
const unknown = right.filter((value) => typeof value !== 'number').length;
if (unknown > 0) throw new Error(`${unknown} cells have no number`);

book.host.stores.evict(1);
book.spent();
book.fill('Range', [book.items.slice(0, cells), [`=MARKET_STOCK(A1:A${cells})`]]);
await book.settled();
note('range');
const ranged = book.column('Range', 2, cells);
if (right.some((value, index) => value !== ranged[index])) throw new Error('The range formula differs');

if (recalculations > 0) {
  for (let time = 0; time < recalculations; time++) await book.recalculate();
  note('warm');
  const more = book.items.slice(cells);
  book.fill('More', [more, more.map((id, at) => `=MARKET_STOCK(${at % 2 === 0 ? `"${id}"` : `A${at + 1}`})`)]);
  await book.settled();
  note('more');
  let calls = 0;
  book.host.witness = () => ({
    ...SILENT,
    calls: () => {
      if (++calls % 200 === 0) book.host.stores.evict(0.5);
    },
  });
  await book.recalculate();
  note('evicted');
  const now = values();
  counted.wrong = right.filter((value, index) => value !== now[index]).length;
}
console.log(JSON.stringify(counted));
await book.close();

/**
 * Out of every ten formulas, three use a literal, three use a cell, two build the ID from a cell, and two share a
 * range.
 */
function lineOf(id: string, at: number, count: number): readonly [argument: string, formula: string] {
  const [row, way] = [at + 1, at % 10];
  if (way < 3) return ['', `=MARKET_STOCK("${id}")`];
  if (way < 6) return [id, `=MARKET_STOCK(A${row})`];
  if (way < 8) return [id.slice(3), `=MARKET_STOCK("9SI"&A${row})`];
  return [id, way === 8 ? `=MARKET_STOCK(A${row}:A${Math.min(row + 1, count)})` : ''];
}

function note(phase: string): void {
  for (const [name, value] of Object.entries(book.spent())) counted[`${phase}.${name}`] = value;
}
