/** Pulls orders into a sheet. `count` prints service calls and cells by workload; `grow` prints time and memory. */
import { readFileSync } from 'node:fs';
import type { CellValue, Rect } from '../../host/workbook/surface.ts';
import type { Workbook } from '../../host/workbook/workbook.ts';
import { type Asked, isWriting, realm } from './table-realm.ts';
import type { Way } from './table-script.ts';
import {
  addOwnColumn,
  cellsOf,
  checkCells,
  checkNumbers,
  countsOf,
  LOADED_AT,
  PULLED_AT,
  rowsByNumber,
  slicesOf,
  type Workload,
  workbook,
} from './table-workloads.ts';

const [mode, path, rows, given] = process.argv.slice(2) as ['count' | 'grow', string, string, string];
const code = readFileSync(path, 'utf8');
const count = Number(rows);
const LOOKED_AT = 20_000;
const each = Math.max(1, Math.floor(count / LOOKED_AT));

function pulled(book: Workbook, workload: Workload, way: Way = 'ours'): Asked {
  const slices = slicesOf(count, workload);
  const asked = realm(code, book).pull(slices, workload.first ? LOADED_AT : PULLED_AT, way);
  const expected = countsOf(count, workload);
  if (way === 'ours' && String(asked.counts) !== String(expected))
    throw new Error(`${String(asked.counts)} rows were added, changed and left, and not ${String(expected)}`);
  return asked;
}

function counted(loaded: Workbook, workload: Workload, way: Way): Record<string, number> {
  const book = workbook();
  const { first, own } = workload;
  if (!first) book.takeCopyOf(loaded);
  if (own) addOwnColumn(book);
  const before = first ? [] : cellsOf(book);
  const asked = pulled(book, workload, way);
  const after = cellsOf(book);
  if (way === 'ours') checkCells(after, slicesOf(count, workload), each);
  else checkNumbers(after, slicesOf(count, workload));
  const asOf = after[0]!.indexOf('As of') + 1;
  const block = before.length * (before[0]?.length ?? 0);
  const written = asked.written.filter(({ rect }) => rect.row > 1 || rect.rows > 1);
  const values = written.filter(({ method }) => !/Format/.test(method)).map(({ rect }) => rect);
  const isIn = ({ column, columns }: Rect) => column <= asOf && asOf < column + columns;
  const ranges = new Set(
    written.map(({ rect: { row, column, rows, columns } }) => [row, column, rows, columns].join()),
  );
  return {
    columns: after[0]!.length,
    block,
    /** Number of reads that cover at least half of the block. */
    reads: block > 0 ? asked.read.filter((rect) => 2 * cells(rect) >= block).length : 0,
    cellsRead: sum(asked.read, cells),
    writeCalls: [...asked.calls].reduce((total, [method, times]) => total + (isWriting(method) ? times : 0), 0),
    ranges: ranges.size,
    /** Excludes formats and `As of`. */
    cellsWritten: sum(values, (rect) => cells(rect) - (isIn(rect) ? rect.rows : 0)),
    /** Includes formats. */
    cellsSent: sum(asked.written, ({ rect }) => cells(rect)),
    dirty: dirtyCells(before, after, asOf - 1),
  };
}

/** Counts cells of orders whose content changed, ignoring moved rows and the `apart` column. */
function dirtyCells(before: readonly CellValue[][], after: readonly CellValue[][], apart: number): number {
  const raw = (cell: CellValue | undefined) => (cell instanceof Date ? cell.getTime() : (cell ?? ''));
  const were = rowsByNumber(before);
  return sum([...rowsByNumber(after)], ([number, row]) =>
    sum(row, (cell, column) => (column !== apart && raw(cell) !== raw(were.get(number)?.[column]) ? 1 : 0)),
  );
}

function cells({ rows, columns }: Rect): number {
  return rows * columns;
}

function sum<T>(list: readonly T[], of: (each: T, index: number) => number): number {
  return list.reduce((total, item, index) => total + of(item, index), 0);
}

function grown(workloads: Readonly<Record<string, Workload>>): Record<string, number> {
  const book = workbook();
  const entries = Object.entries(workloads).flatMap(([name, workload]) => {
    const asked = pulled(book, workload);
    checkCells(cellsOf(book), slicesOf(count, workload), each);
    return [
      [`${name}/microseconds`, asked.own / count],
      [`${name}/MB`, asked.heap / 1e6],
    ];
  });
  return Object.fromEntries(entries) as Record<string, number>;
}

if (mode === 'count') {
  const workloads = JSON.parse(given) as Readonly<Record<string, readonly [Workload, readonly Way[]]>>;
  const loaded = workbook();
  pulled(loaded, { first: true });
  const entries = Object.entries(workloads).flatMap(([name, [workload, ways]]) =>
    ways.flatMap((way) =>
      Object.entries(counted(loaded, workload, way)).map(([what, number]) => [`${name}/${way}/${what}`, number]),
    ),
  );
  console.log(JSON.stringify(Object.fromEntries(entries)));
} else {
  console.log(JSON.stringify(grown(JSON.parse(given) as Readonly<Record<string, Workload>>)));
}
