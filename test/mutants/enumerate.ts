/** Lists mutants that can be activated at run time. */
import { readFileSync } from 'node:fs';
import type { Ignorer } from '@stryker-mutator/api/ignore';
import type { Logger } from '@stryker-mutator/api/logging';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { cut, type Mutant, type Position } from './mutant.ts';
import { ROOT } from './sources.ts';

interface Range {
  readonly start: Position;
  readonly end: Position;
}

const SILENT = {
  isDebugEnabled: () => false,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
} as unknown as Logger;

/** Excludes module-level code, because each of its mutants would need its own process. */
export async function mutantsOf(file: string): Promise<readonly Mutant[]> {
  const text = readFileSync(`${ROOT}${file}`, 'utf8');
  const functions: Range[] = [];
  const instrumenter = new Instrumenter(SILENT);
  const { mutants } = await instrumenter.instrument([{ name: file, content: text, mutate: true }], {
    plugins: null,
    excludedMutations: [],
    ignorers: [noting(functions)],
  });
  return mutants
    .filter(({ location }) => functions.some((range) => isWithin(location, range)))
    .map(({ location, mutatorName, replacement }) => ({
      file,
      ...location,
      mutator: mutatorName,
      original: cut(text, location).inside,
      replacement,
    }));
}

/** A parser node with 1-based lines. */
interface Visited {
  readonly node: { readonly type: string; readonly loc?: Range | null };
}

/** Never ignores a node; only records the ranges of functions. */
function noting(functions: Range[]): Ignorer {
  return {
    shouldIgnore: (path) => {
      const { type, loc } = (path as Visited).node;
      if (loc && /Function|Method/.test(type)) {
        const { start, end } = loc;
        functions.push({
          start: { line: start.line - 1, column: start.column },
          end: { line: end.line - 1, column: end.column },
        });
      }
      return undefined;
    },
  };
}

function isWithin(part: Range, whole: Range): boolean {
  const [starts, ends] = [compare(part.start, whole.start), compare(part.end, whole.end)];
  return starts >= 0 && ends <= 0 && (starts > 0 || ends < 0);
}

function compare(one: Position, other: Position): number {
  return one.line - other.line || one.column - other.column;
}
