/** Mutants that change nothing that anybody could see, so that no test can notice them. */
import type { Mutant } from './mutant.ts';

/** Known by their texts: lines move. */
export interface Explanation extends Pick<Mutant, 'file' | 'original' | 'replacement'> {
  readonly reason: string;
}

export const explained: readonly Explanation[] = [
  {
    file: 'src/tables/filldown.ts',
    original: 'index > 0',
    replacement: 'index >= 0',
    reason: 'The header has no key, and a row without one is no model.',
  },
  {
    file: 'src/warehouse/export.ts',
    original: 'ports.clock.now() >= this.until',
    replacement: 'ports.clock.now() > this.until',
    reason: 'A millisecond later it stops all the same.',
  },
  {
    file: 'src/tables/moved.ts',
    original: 'steps.length > 0',
    replacement: 'true',
    reason: 'A sheet into which nothing is written is looked at for nothing.',
  },
];

/** Why no test can notice it, if that is known. */
export function explanationOf(mutant: Mutant, all = explained): string | undefined {
  return all.find(
    ({ file, original, replacement }) =>
      file === mutant.file &&
      plain(original) === plain(mutant.original) &&
      plain(replacement) === plain(mutant.replacement),
  )?.reason;
}

function plain(code: string): string {
  return code.replace(/\s+/g, ' ');
}
