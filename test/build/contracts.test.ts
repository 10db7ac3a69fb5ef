/** Declarations with unknown names fail to compile. Tries each mistake once, next to correct declarations. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRATCH = join(ROOT, '.cache/contracts');

afterAll(() => rmSync(SCRATCH, { recursive: true, force: true }));

/** Compiles programs as files of a folder in `src`; returns a function that gives one program's compiler errors. */
async function compile(
  folder: string,
  references: readonly string[],
  programs: Readonly<Record<string, string>>,
): Promise<(name: string) => string> {
  const scratch = join(SCRATCH, folder);
  mkdirSync(scratch, { recursive: true });
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(scratch, `${name}.ts`), text);
  const from = (path: string) => relative(scratch, join(ROOT, path));
  const config = {
    extends: from('tsconfig.json'),
    compilerOptions: { outDir: './out', rootDir: from('.') },
    include: ['./*.ts', from(`src/${folder}`)],
    references: references.map((path) => ({ path: from(`src/${path}`) })),
  };
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(config));
  const said = await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', scratch], {
    cwd: ROOT,
  }).catch(({ stdout }: { stdout: string }) => ({ stdout }));
  // Continuation lines of an error are indented.
  const complaints = said.stdout.split(/\n(?=\S)/);
  return (name) => complaints.filter((each) => each.includes(`/${name}.ts(`)).join('\n');
}

describe('a formula declaration', () => {
  const formula = (type: string, lines: string) =>
    `import type { ${type} } from '../../../src/formulas/formula.ts';
     export const formula: ${type} = {
       name: 'MARKET_TRIAL', summary: '', example: '', maxAge: 1, ${lines}
     };`;
  const table = (lines: string) => formula('TableFormula', `gives: 'table', ${lines}`);
  const value = (lines: string) =>
    formula('ValueFormula', `gives: 'values', operation: 'inventory', arguments: [], ${lines}`);

  const RIGHT: Readonly<Record<string, string>> = {
    'right-table': table(
      `operation: 'price-history', table: 'Price log', latestBy: 'requestTimeStamp',
       arguments: [
         { name: 'itemNumber', takes: 'single', help: '', param: 'itemNumbers' },
         { name: 'storefront', takes: 'single', help: '', param: 'storefront' },
       ],`,
    ),
    'right-values': value(`values: { lists: ([first]) => first!.inventoryAllocation[0]!.availableQuantity ?? '' },`),
    'right-record': formula('RecordFormula', `gives: 'record', operation: 'orders', table: 'Packages', arguments: [],`),
  };

  const WRONG: readonly [name: string, program: string, complaint: RegExp][] = [
    [
      'operation',
      table(`operation: 'no-such-operation', table: 'Orders', arguments: [],`),
      /'"no-such-operation"' is not assignable to type .*"orders"/,
    ],
    [
      'table-of-another',
      table(`operation: 'orders', table: 'Keywords', arguments: [],`),
      /'"Keywords"' is not assignable to type .*"Order lines"/,
    ],
    [
      'table-of-none',
      formula('RecordFormula', `gives: 'record', operation: 'orders', table: 'Order', arguments: [],`),
      /'"Order"' is not assignable to type .*"Order lines"/,
    ],
    [
      'param-of-none',
      table(
        `operation: 'keywords', table: 'Keywords',
         arguments: [{ name: 'group', takes: 'single', help: '', param: 'groupNumberr' }],`,
      ),
      /'"groupNumberr"' is not assignable to type .*"groupNumber"/,
    ],
    [
      'shared-argument-of-another',
      `import { identifierType } from '../../../src/formulas/functions/arguments.ts';
       ${table(`operation: 'keywords', table: 'Keywords', arguments: [identifierType],`)}`,
      /'"type"' is not assignable to type 'ParamOf<"keywords">'/,
    ],
    [
      'period-of-another',
      `import { period } from '../../../src/formulas/functions/arguments.ts';
       ${table(`operation: 'ad-performance', table: 'Ad performance', arguments: [...period('orderDateFrom', 'toDate')],`)}`,
      /'"orderDateFrom"' is not assignable to type 'ParamOf</,
    ],
    [
      'latest-by-no-instant',
      table(`operation: 'price-history', table: 'Price log', latestBy: 'memo', arguments: [],`),
      /'"memo"' is not assignable to type .*"requestTimeStamp"/,
    ],
    [
      'field-of-none',
      value(`values: { pieces: ([first]) => first!.quantity ?? '' },`),
      /Property 'quantity' does not exist/,
    ],
    [
      'field-of-an-element',
      value(`values: { pieces: ([first]) => first!.inventoryAllocation[0]!.quantity ?? '' },`),
      /Property 'quantity' does not exist/,
    ],
  ];

  let complaintsOf: (name: string) => string;
  beforeAll(async () => {
    const wrong = Object.fromEntries(WRONG.map(([name, program]) => [name, program]));
    const references = ['protocol', 'limits', 'tables', 'operations', 'pull'];
    complaintsOf = await compile('formulas', references, { ...RIGHT, ...wrong });
  });

  test.each(Object.keys(RIGHT))('compiles: %s', (name) => {
    expect(complaintsOf(name)).toBe('');
  });

  test.each(WRONG)('is rejected: %s', (name, _, complaint) => {
    expect(complaintsOf(name)).toMatch(complaint);
  });
});

describe('the registry of job strategies', () => {
  const REGISTRY = readFileSync(join(ROOT, 'src/schedule/strategies/registry.ts'), 'utf8')
    .replaceAll("'../../", "'../../../src/")
    .replaceAll("'./", "'../../../src/schedule/strategies/");
  const LINE = /\n {2}'lookup-report': .*/;

  let complaintsOf: (name: string) => string;
  beforeAll(async () => {
    complaintsOf = await compile('schedule', ['protocol', 'limits', 'tables', 'operations', 'pull'], {
      complete: REGISTRY,
      missing: REGISTRY.replace(LINE, ''),
      unknown: REGISTRY.replace(LINE, (line) => line + line.replace('lookup-report', 'no-such-operation')),
    });
  });

  test('compiles', () => {
    expect(complaintsOf('complete')).toBe('');
  });

  test('does not compile without a strategy for an operation', () => {
    expect(complaintsOf('missing')).toMatch(/Property '"lookup-report"' is missing/);
  });

  test('does not compile with a strategy for an unknown operation', () => {
    expect(complaintsOf('unknown')).toMatch(/'no-such-operation'.* does not exist/);
  });
});
