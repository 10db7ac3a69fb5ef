/** Features that need a denied permission explain what's missing. Other features still work. */
import { expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { runScenario } from './scenario.ts';

const auth = (scope: string) => `https://www.googleapis.com/auth/${scope}`;
const NEEDED = /permission.* Reload the spreadsheet/;

const ACTS = {
  open: { menu: 'Open sidebar' },
  state: { sidebar: ['state'] },
  pull: { pull: { operation: 'orders', params: {} } },
  jobs: { menu: 'Set up standard jobs' },
};

test.each<[string, readonly (keyof typeof ACTS)[]]>([
  ['spreadsheets.currentonly', ['state', 'pull', 'jobs']],
  ['script.external_request', ['pull']],
  ['script.container.ui', ['open']],
  ['script.scriptapp', ['jobs']],
])('without %s, only features that need it are refused, with an explanation', async (scope, refused) => {
  const replies = await runScenario([
    { open: { language: 'ja' } },
    { market: { orders: 20, items: 10 } },
    { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
    { refuse: [auth(scope)] },
    ...Object.values(ACTS),
    { refuse: [] },
    ACTS.pull,
  ]);
  const said = Object.keys(ACTS).filter((_, index) => NEEDED.test(JSON.stringify(replies[4 + index])));
  expect(said).toEqual(refused);
  expect(replies.at(-1)).toMatchObject({ ok: true, value: { state: 'done', errors: [] } });
});

const OPTIONAL = ['bigquery', 'script.send_mail', 'userinfo.email'];

test.each(isLong ? OPTIONAL.map((scope) => [[scope]]) : [[OPTIONAL]])(
  'without the optional %j, scheduled jobs run',
  async (scopes) => {
    const replies = await runScenario([
      { grant: ['email', 'bigquery'] },
      { open: {} },
      { market: { orders: 20, items: 10 } },
      { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
      { refuse: scopes.map(auth) },
      ACTS.jobs,
      { advance: 'PT15M' },
      { sidebar: ['schedule'] },
    ]);
    const { jobs } = (replies.at(-1)!.value as { value: { jobs: { result: string }[] } }).value;
    expect(jobs[0]!.result).toBe('Done.');
  },
);
