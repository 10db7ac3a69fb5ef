/** A minimal execution: evaluates the bundle in a new context and calls one function. */
import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { median } from '../median.ts';

const [path, warm] = process.argv.slice(2) as [string, string];
const code = `${readFileSync(path, 'utf8')}\nfunction benchTrivial() { return 41; }`;

const start = performance.now();
const script = new Script(code);

function execute(): void {
  const context = createContext({});
  script.runInContext(context);
  if (context.benchTrivial() !== 41) throw new Error('The function returned something else');
}

execute();
const cold = performance.now() - start;
const times: number[] = [];
/** Memory use is stable after this many executions. */
const settled = Math.floor(Number(warm) / 5);
let before = 0;
const all = performance.now();
for (let number = 0; number < Number(warm); number++) {
  if (number === settled) before = process.memoryUsage().rss;
  const begin = performance.now();
  execute();
  times.push(performance.now() - begin);
}
const each = (performance.now() - all) / Number(warm);
const grown = (process.memoryUsage().rss - before) / 1e6;
console.log(JSON.stringify({ cold, warm: median(times), each, grown, rss: process.memoryUsage().rss / 1e6 }));
