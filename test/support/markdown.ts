/** Compares README tables with the declarations. */
import { readFileSync } from 'node:fs';

export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** The README of a `src` folder. The trailing newline puts every block between blank lines. */
export function readmeOf(folder: string): string {
  return `${readFileSync(new URL(`../../src/${folder}/README.md`, import.meta.url), 'utf8')}\n`;
}

/** Throws the block if the README doesn't contain it between blank lines. */
export function expectInReadme(folder: string, block: string): void {
  if (readmeOf(folder).includes(`\n\n${block}\n\n`)) return;
  throw new Error(
    `Put this into src/${folder}/README.md in place of the similar block, or after the block that precedes it:\n\n${block}\n`,
  );
}
