import { expect, test } from 'vitest';
import { datasets } from '../../src/schedule/datasets.ts';
import { readmeOf } from '../support/markdown.ts';

const readme = readmeOf('schedule');

function listed(words: readonly string[], last: string): string {
  return words.join(', ').replace(/, ([^,]*)$/, ` ${last} $1`);
}

const titles = datasets.map(({ operation }) => operation.title);
const past = datasets.filter(({ kinds }) => kinds?.includes('backfill')).map(({ operation }) => operation.title);

test.each([
  ['the names a job accepts as its dataset', `| Dataset | ${listed(titles, 'or')} |`],
  ['the datasets that can be backfilled', `- **\`backfill\`** (${listed(past, 'and')})`],
])('src/schedule/README.md lists %s', (_, line) => {
  expect(readme.includes(line), `Put a line with "${line}" into src/schedule/README.md`).toBe(true);
});

test.each(titles)('src/schedule/README.md describes a job of %s', (title) => {
  const line = `- **${title}**`;
  expect(
    readme.includes(`\n${line}`),
    `Put a line that begins with "${line}" below "What a job does" in src/schedule/README.md`,
  ).toBe(true);
});
