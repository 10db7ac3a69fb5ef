/** Records and cells that don't match their declaration fail to compile. Tries each mistake once. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRATCH = join(ROOT, '.cache/record-contract');
const SRC = relative(SCRATCH, join(ROOT, 'src'));

const STATUS = `
  import { instantAt } from '${SRC}/protocol/fields.ts';
  import type { Book } from '${SRC}/tables/sheet.ts';
  import { status, type StatusRecord } from '${SRC}/tables/status.ts';
  import { upsert } from '${SRC}/tables/apply.ts';
  declare const book: Book;
  const times = { firstSeen: instantAt(0), lastComplete: null, hoursAllowed: null };
  const right: StatusRecord = { about: 'a', subject: 'b', state: 'c', detail: null, example: null, ...times };`;
const WIRE = `
  import { operations } from '${SRC}/operations/registry.ts';
  import { decodeRecord } from '${SRC}/protocol/decode.ts';
  import type { AnyRecord } from '${SRC}/protocol/fields.ts';
  const { inventory } = operations;
  const record = decodeRecord({}, inventory.answer.record, { withheld: new Set() });`;
const CELLS = `
  import type { CatalogColumn } from '${SRC}/tables/catalog/catalog-table.ts';
  import type { JobsColumn } from '${SRC}/tables/jobs-table.ts';
  import type { CellEdit, Cells } from '${SRC}/tables/edits.ts';`;

const PROGRAMS: readonly [name: string, program: string, complaint: RegExp | null][] = [
  ['a complete record', `${STATUS} upsert(book, status, [right], new Set(), 0);`, null],
  [
    'a misspelled field',
    `${STATUS} upsert(book, status, [{ about: 'a', subjekt: 'b', state: 'c', detail: null, example: null, ...times }], new Set(), 0);`,
    /'subjekt' does not exist/,
  ],
  [
    'a missing field',
    `${STATUS} const { detail, ...rest } = right; upsert(book, status, [rest], new Set(), 0);`,
    /'detail' is missing/,
  ],
  [
    'a value of the wrong type',
    `${STATUS} upsert(book, status, [{ ...right, firstSeen: 0 }], new Set(), 0);`,
    /'number' is not assignable/,
  ],
  ['a decoded record', `${WIRE} export const stock: AnyRecord = record.inventoryAllocation[0]!;`, null],
  ['an unknown field of a decoded record', `${WIRE} export const { stock } = record;`, /'stock' does not exist/],
  [
    'a decoded list field with the wrong type',
    `${WIRE} export const stock: number = record.inventoryAllocation[0]!.warehouseLocation;`,
    /'string \| null' is not assignable/,
  ],
  [
    'cells of a table',
    `${CELLS} export const cells: Cells<CatalogColumn> = { title: 'a', stockPolled: new Date(0) };`,
    null,
  ],
  [
    'a cell with an unknown column',
    `${CELLS} export const cells: Cells<CatalogColumn> = { titel: 'a' };`,
    /'titel' does not exist/,
  ],
  [
    'an edit of an unknown column',
    `${CELLS} export const edit: CellEdit<JobsColumn> = { row: 2, column: 'resalt', cell: '' };`,
    /'"resalt"' is not assignable/,
  ],
];

let output = '';

/** Compiles all programs together, each in its own file; errors name the file. */
beforeAll(async () => {
  mkdirSync(SCRATCH, { recursive: true });
  PROGRAMS.forEach(([, program], index) => {
    writeFileSync(join(SCRATCH, `program-${index}.ts`), program);
  });
  const extended = relative(SCRATCH, join(ROOT, 'tsconfig.json'));
  const compilerOptions = { composite: false, declaration: false, emitDeclarationOnly: false, noEmit: true };
  const config = { extends: extended, compilerOptions, include: ['./*.ts'], references: [] };
  writeFileSync(join(SCRATCH, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const failed = await promisify(execFile)(tsc, ['-p', SCRATCH], { cwd: ROOT }).catch((error) => error);
  output = (failed as { stdout: string }).stdout;
});

afterAll(() => rmSync(SCRATCH, { recursive: true, force: true }));

test.each(PROGRAMS.map(([name, , complaint], index) => ({ name, complaint, index })))(
  '$name',
  ({ complaint, index }) => {
    const [, ...said] = output.split(new RegExp(`program-${index}\\.ts`));
    const [own = ''] = said.join('\n').split(/program-\d+\.ts/);
    if (complaint === null) expect(own).toBe('');
    else expect(own).toMatch(complaint);
  },
);

test('compiles everything else', () => {
  expect(output).not.toMatch(/^src\//m);
});
