/**
 * The `trips` command: for each main flow, counts the `src` files with at least one called function. `--files` lists
 * them.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { parseScenario, runScenario } from '../host/steps/scenario.ts';
import { World } from '../host/steps/world.ts';

interface Trip {
  readonly name: string;
  readonly goal: number;
  readonly before: readonly object[];
  readonly steps: readonly object[];
}

const CONNECT = { connect: { name: 'Shop', baseUrl: 'https://market.test' } };
const SHOP = [{ open: {} }, { market: {} }, CONNECT];
const FORMULA = { cells: { 'Sheet1!A1': '=MARKET_STOCK("9SIASDG0ZJ33PR")' } };
const ORDERS = { pull: { operation: 'orders', params: {} } };

const TRIPS: readonly Trip[] = [
  { name: 'cached formula', goal: 20, before: [...SHOP, FORMULA], steps: [{ recalculate: true }] },
  { name: 'missed formula, empty workbook', goal: 50, before: SHOP, steps: [FORMULA] },
  { name: 'second pull of orders', goal: 110, before: [...SHOP, ORDERS], steps: [ORDERS] },
  {
    name: 'ten minutes of the schedule',
    goal: 140,
    // The first two hours load existing data.
    before: [...SHOP, { menu: 'Set up standard jobs' }, { advance: 'PT2H' }],
    steps: [{ advance: 'PT10M' }],
  },
];

const { values } = parseArgs({ options: { files: { type: 'boolean', default: false }, bundle: { type: 'string' } } });
const folder = values.bundle ?? freshBundle();
const bundle = readBundle(folder);
const map = new SourceMap(JSON.parse(readFileSync(join(folder, 'Code.js.map'), 'utf8')));
const lineStarts = [0, ...[...bundle.code.matchAll(/\n/g)].map(({ index }) => index + 1)];

/** Returns undefined for dependencies and for code that the build adds. */
function fileOf(offset: number): string | undefined {
  const line = lineStarts.findLastIndex((start) => start <= offset);
  const { originalSource } = map.findEntry(line, offset - lineStarts[line]!) as { originalSource?: string };
  const file = /(?:^|\/)src\/(.*)$/.exec(originalSource ?? '')?.[1];
  // Functions in `main.ts` come from the bundler, because the file only re-exports others.
  return file === 'main.ts' ? undefined : file;
}

/** By function offset. */
type Counts = ReadonlyMap<number, number>;

async function executionsOf(before: readonly object[], steps: readonly object[]): Promise<readonly Counts[]> {
  const world = new World(bundle);
  let executions: Counts[] = [];
  world.pool.onCalled = (called) => executions.push(new Map(called.map(({ offset, times }) => [offset, times])));
  const run = async (some: readonly object[]) => {
    const lines = parseScenario(some.map((step) => JSON.stringify(step)).join('\n'));
    await runScenario(lines, world, (line) => {
      if (!JSON.parse(line).ok) throw new Error(line);
    });
  };
  try {
    await run(before);
    executions = [];
    await run(steps);
    return executions;
  } finally {
    await world.close();
  }
}

/** Functions called on load, measured in an execution that does nothing else. */
const [loading] = (await executionsOf([{ open: {} }], [{ eval: 'return 0' }])) as [Counts];

const rows: string[] = [];
for (const { name, goal, before, steps } of TRIPS) {
  const executions = await executionsOf(before, steps);
  const called = executions.flatMap((counts) =>
    [...counts].flatMap(([offset, times]) => (times > (loading.get(offset) ?? 0) ? [offset] : [])),
  );
  const functions = new Set(called);
  const files = new Set([...functions].flatMap((offset) => fileOf(offset) ?? []));
  rows.push(`| ${name} | ${files.size} | ${goal} | ${functions.size} |`);
  if (values.files) rows.push(...[...files].sort().map((file) => `  ${file}`));
}
const head = ['| Flow | Files | Goal | Functions |', '|---|---|---|---|'];
process.stdout.write(`${[...head, ...rows].join('\n')}\n`);
