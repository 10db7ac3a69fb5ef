/** Runs each sample in a new process, alternating candidates. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { median } from './median.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = fileURLToPath(new URL('programs/', import.meta.url));

/** In milliseconds. A program near its heap limit may collect garbage forever. */
const longest = 60_000;

/** Printed by the program. */
export type Sample = Readonly<Record<string, number>>;

export interface Program {
  readonly file: string;
  readonly flags: readonly string[];
}

/** Bundles a program into one JavaScript file to exclude module loading from the measurement. */
export async function bundled(name: string): Promise<Program> {
  const file = join(root, '.cache/bench', `${name}.mjs`);
  await build({
    entryPoints: [join(programs, `${name}.ts`)],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
  });
  return { file, flags: [] };
}

export function asIs(name: string): Program {
  return { file: join(programs, `${name}.ts`), flags: ['--import', 'tsx'] };
}

export async function sample(
  program: Program,
  args: readonly string[],
  flags: readonly string[] = [],
  timeout = longest,
): Promise<Sample> {
  const all = [...flags, ...program.flags, program.file, ...args];
  const { stdout } = await run(process.execPath, all, { cwd: root, maxBuffer: 1e8, timeout });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Sample;
}

export type Candidates<Name extends string> = Readonly<Record<Name, () => Promise<Sample>>>;

/** Rotates the order so that no candidate always runs first. */
export async function medians<Name extends string>(
  candidates: Candidates<Name>,
  rounds: number,
): Promise<Record<Name, Sample>> {
  const names = Object.keys(candidates) as Name[];
  const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length]!;
      samples.get(name)!.push(await candidates[name]());
    }
  }
  const entries = names.map((name): [Name, Sample] => {
    const taken = samples.get(name)!;
    const keys = Object.keys(taken[0]!);
    return [name, Object.fromEntries(keys.map((key) => [key, median(taken.map((each) => each[key]!))]))];
  });
  return Object.fromEntries(entries) as Record<Name, Sample>;
}
