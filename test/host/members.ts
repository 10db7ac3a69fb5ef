// The emulated members of Google's classes, from the README.
import { readFileSync } from 'node:fs';

const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');

/** The cells of the table rows below a heading. */
export function rowsBelow(heading: string): string[][] {
  const section = readme.slice(readme.indexOf(`\n## ${heading}`) + 1).split('\n## ')[0]!;
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

export const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** The rows of the Members table: class, members, source, and check. */
export const memberRows = rowsBelow('Members').slice(1);

/** As `Class.member`. */
export const members: ReadonlySet<string> = new Set(
  memberRows.flatMap(([name, those]) => quoted(those!).map((member) => `${quoted(name!)[0]}.${member}`)),
);
