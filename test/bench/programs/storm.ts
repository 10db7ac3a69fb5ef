/** Fills three sheets with formulas for so many items, literals, references and ranges mixed, and counts what they cost. */
import { SILENT, StormBook } from '../../host/storm-book.ts';

const [cells, recalculations, latency] = process.argv.slice(2).map(Number) as [number, number, number];
const MORE = 10;
const RANGE = 10;

const book = new StormBook();
await book.open(cells + MORE, latency);
await book.addSheets(['References', 'Ranges']);
const part = Math.floor(cells * 0.4);
const literals = book.items.slice(0, part);
const references = book.items.slice(part, 2 * part);
const ranges = book.items.slice(2 * part, cells);

book.spent();
book.fill('Sheet1', [literals.map((id) => `=MARKET_STOCK("${id}")`)]);
book.fill('References', [references, references.map((_, row) => `=MARKET_STOCK(A${row + 1})`)]);
book.fill('Ranges', [
  ranges,
  ranges.map((_, row) => (row % RANGE === 0 ? `=MARKET_STOCK(A${row + 1}:A${row + RANGE})` : '')),
]);
await book.settled();
const counted: Record<string, number> = { distinct: cells };
note('cold');
const values = () => [
  ...book.column('Sheet1', 1, literals.length),
  ...book.column('References', 2, references.length),
  ...book.column('Ranges', 2, ranges.length),
];
const right = values();
const unknown = right.filter((value) => typeof value !== 'number').length;
if (unknown > 0) throw new Error(`${unknown} cells have no number`);

if (recalculations > 0) {
  for (let time = 0; time < recalculations; time++) await book.recalculate();
  note('warm');
  book.fill('References', [[], [], book.items.slice(cells).map((id) => `=MARKET_STOCK("${id}")`)]);
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

function note(phase: string): void {
  for (const [name, value] of Object.entries(book.spent())) counted[`${phase}.${name}`] = value;
}
