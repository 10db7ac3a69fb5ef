/** Times the first and later executions of a bundle in the local host. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { declaredFormulas, declaredGlobals, readBundle } from '../../host/bundle.ts';
import { ExecutionPool } from '../../host/execution/pool.ts';
import { Host } from '../../host/host.ts';
import { callOfPage } from '../../host/steps/product.ts';
import { defaults, valueOrThrow } from '../../host/steps/world.ts';
import { median } from '../median.ts';

const [task, path, warm] = process.argv.slice(2) as ['trivial' | 'sidebar' | 'formula', string, string];
const code = `${readFileSync(path, 'utf8')}
function benchTrivial() { return 41; }
/** @customfunction */
function BENCH_NEXT(value) { return value + 1; }`;
const bundle = {
  ...readBundle(dirname(path)),
  code,
  customFunctions: declaredFormulas(code),
  globals: declaredGlobals(code),
};

const start = performance.now();
const pool = new ExecutionPool(bundle);
const host = new Host(bundle, pool, defaults);
let typed = 0;

async function execute(): Promise<void> {
  const { workbook } = host;
  switch (task) {
    case 'trivial':
      return right(valueOrThrow(await host.call('menu', 'benchTrivial', [])), 41);
    case 'sidebar': {
      const reply = valueOrThrow(await callOfPage(host, 'listConnections', [])) as {
        ok: boolean;
      };
      return right(reply.ok, true);
    }
    case 'formula':
      typed++;
      workbook.type(workbook.activeSheetId, 1, 1, `=BENCH_NEXT(${typed})`);
      await workbook.settled();
      return right(
        workbook.read(workbook.activeSheetId, { row: 1, column: 1, rows: 1, columns: 1 }, 'values')[0]![0],
        typed + 1,
      );
  }
}

function right(answer: unknown, expected: unknown): void {
  if (answer !== expected) throw new Error(`${task} returned ${JSON.stringify(answer)}`);
}

await execute();
const cold = performance.now() - start;
const times: number[] = [];
/** Memory use is stable after this many executions. */
const settled = Math.floor(Number(warm) / 5);
let before = 0;
const all = performance.now();
for (let number = 0; number < Number(warm); number++) {
  if (number === settled) before = process.memoryUsage().rss;
  const begin = performance.now();
  await execute();
  times.push(performance.now() - begin);
}
const each = (performance.now() - all) / Number(warm);
const grown = (process.memoryUsage().rss - before) / 1e6;
console.log(JSON.stringify({ cold, warm: median(times), each, grown, rss: process.memoryUsage().rss / 1e6 }));
host.close();
await pool.close();
