/** Tables in Markdown, to compare a README with what is declared. */
import { readFileSync } from 'node:fs';

export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** The README of a folder of src, with a blank line at its end, so that each of its blocks lies between blank lines. */
export function readmeOf(folder: string): string {
  return `${readFileSync(new URL(`../../src/${folder}/README.md`, import.meta.url), 'utf8')}\n`;
}

/** The block with the blank lines around it: no row more and none less. */
export function whole(block: string): string {
  return `\n\n${block}\n\n`;
}
