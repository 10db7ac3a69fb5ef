/** What the README of the schedule says of datasets is said of each. */
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
  ['what can be typed as the dataset of a job', `| Dataset | ${listed(titles, 'or')} |`],
  ['which datasets have a past to fetch', `- **\`backfill\`** (${listed(past, 'and')})`],
])('src/schedule/README.md tells %s', (_, line) => {
  expect(readme.includes(line), `Put a line with "${line}" into src/schedule/README.md`).toBe(true);
});

test.each(titles)('src/schedule/README.md tells what a job of %s does', (title) => {
  const line = `- **${title}**`;
  expect(
    readme.includes(`\n${line}`),
    `Put a line that begins with "${line}" below "What a job does" in src/schedule/README.md`,
  ).toBe(true);
});
