/** Finds mutants that the compiler rejects. They need no test. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { cut, type Mutant } from './mutant.ts';
import { ROOT, SCRATCH } from './sources.ts';

export async function refusedOf(mutants: readonly Mutant[]): Promise<ReadonlySet<Mutant>> {
  const copy = `${SCRATCH}/compiled/`;
  rmSync(copy, { recursive: true, force: true });
  for (const part of ['src', 'tsconfig.json']) cpSync(`${ROOT}${part}`, `${copy}${part}`, { recursive: true });
  if (!(await compiles(copy))) throw new Error('The source itself does not compile.');
  const refused = new Set<Mutant>();
  for (const mutant of mutants) {
    const path = `${copy}${mutant.file}`;
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, cut(text, mutant).with(mutant.replacement));
    if (!(await compiles(copy))) refused.add(mutant);
    writeFileSync(path, text);
  }
  return refused;
}

async function compiles(folder: string): Promise<boolean> {
  try {
    await promisify(execFile)(`${ROOT}node_modules/.bin/tsc`, ['-b', 'src'], { cwd: folder });
    return true;
  } catch (error) {
    // A numeric exit code means compile errors; otherwise, the compiler didn't start.
    if (typeof (error as { code?: unknown }).code === 'number') return false;
    throw error;
  }
}
