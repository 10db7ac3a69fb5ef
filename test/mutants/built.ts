/** Tests mutants in the built add-on with the end-to-end tests. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { cut, type Mutant } from './mutant.ts';
import { ROOT, SCRATCH } from './sources.ts';

const BUILD = 'npm run --silent build';
const TEST = `${BUILD} && npx vitest run --config test/vitest.config.ts --maxWorkers 1 --bail 1 test/end-to-end test/security`;
const INTERRUPTED = 130;
const NOT_COPIED = ['node_modules', '.git', '.cache', 'dist'];

/** A mutant is also caught if the add-on can't be built, or if its tests take three times as long. */
export async function caughtInBundle(mutants: readonly Mutant[]): Promise<ReadonlySet<Mutant>> {
  const caught = new Set<Mutant>();
  if (mutants.length === 0) return caught;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(INTERRUPTED));
  const started = performance.now();
  const { passed, output } = await run(copied(0), Infinity);
  if (!passed) throw new Error(`The end-to-end tests fail without a mutant:\n${output.slice(-4000)}`);
  const timeout = 3 * (performance.now() - started);
  const waiting = [...mutants];
  const work = async (folder: string) => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const path = `${folder}/${mutant.file}`;
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, cut(text, mutant).with(mutant.replacement));
      const survived = (await run(folder, timeout)).passed;
      writeFileSync(path, text);
      if (!survived) caught.add(mutant);
      process.stderr.write(survived ? 's' : '.');
    }
  };
  const copies = Array.from({ length: availableParallelism() }, (_, index) => copied(index));
  await Promise.all(copies.map(work));
  process.stderr.write('\n');
  return caught;
}

function copied(index: number): string {
  const folder = `${SCRATCH}/built-${index}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(ROOT).filter((name) => !NOT_COPIED.includes(name)))
    cpSync(`${ROOT}${entry}`, `${folder}/${entry}`, { recursive: true });
  symlinkSync(`${ROOT}node_modules`, `${folder}/node_modules`);
  return folder;
}

interface Finished {
  readonly passed: boolean;
  readonly output: string;
}

/** `timeout` in milliseconds. */
function run(folder: string, timeout: number): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const shell = spawn('bash', ['-c', TEST], { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    // The process group includes Vitest's workers and their browsers.
    const stop = () => process.kill(-shell.pid!, 'SIGKILL');
    const timer = timeout < Infinity ? setTimeout(stop, timeout) : undefined;
    process.on('exit', stop);
    let output = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part;
      });
    shell.on('error', reject).on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', stop);
      resolve({ passed: code === 0, output });
    });
  });
}
