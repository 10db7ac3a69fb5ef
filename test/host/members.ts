// The tables in README.md and members.md.
import { readFileSync } from 'node:fs';

const page = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const readme = page('./README.md');

/** The cells of the README's table rows below a heading. */
export function rowsBelow(heading: string): string[][] {
  return rowsIn(readme.slice(readme.indexOf(`\n## ${heading}`) + 1).split('\n## ')[0]!);
}

function rowsIn(text: string): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

export const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** Each row has a class, its members, their source, and a check. */
export const memberRows = rowsIn(page('./members.md')).slice(1);

/** As `Class.member`. */
export const members: ReadonlySet<string> = new Set(
  memberRows.flatMap(([name, those]) => quoted(those!).map((member) => `${quoted(name!)[0]}.${member}`)),
);
