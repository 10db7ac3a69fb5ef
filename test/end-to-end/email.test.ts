import { afterEach, expect, test } from 'vitest';
import { isLong, longTest } from '../effort.ts';
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { World } from '../host/steps/world.ts';
import { type Reply, repliesOf } from './scenario.ts';

const HOUR = 3_600_000;

interface Mail {
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly htmlBody: string;
}

let world: World;
afterEach(() => world.close());

async function go(...steps: object[]): Promise<Reply['value'][]> {
  const replies = await repliesOf(world, steps);
  for (const { ok, error } of replies) expect(ok, error?.message).toBe(true);
  return replies.map(({ value }) => value);
}

const mails = async (): Promise<readonly Mail[]> => (await go({ dump: true }))[0].mails;
const setEmail = async (choice: object) => (await go({ sidebar: ['setEmail', choice] }))[0];
const logged = async () => (await go({ get: 'Log!A1:O80' }))[0].filter((row: string[]) => row[1] === 'Email');

/** Opens a shop with a running schedule, at 2 PM in New York unless `opened` says otherwise. */
async function openShop(scenario: string, permissions = ['email'], opened: object = {}): Promise<void> {
  world = new World(readBundle(freshBundle()));
  await go({ grant: permissions }, { open: opened }, { market: { scenario, items: 20, orders: 60 } });
  await go(
    { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
    { consent: { buyerData: true, retentionDays: 90 } },
    { pull: { operation: 'orders', params: {} } },
    { sidebar: ['addJob', { dataset: 'Orders', filter: '', every: 'hourly' }] },
    { sidebar: ['turnOn'] },
  );
}

test("sends the schedule's owner one email each morning, and one alert per record that needs action within 24 h", async () => {
  // Quick runs start at 3 AM and use the add-on build, which runs the schedule hourly.
  await openShop('two-currencies', ['email'], isLong ? {} : { mode: 'addon', clock: '2025-06-17T07:00:00Z' });
  expect(await setEmail({ daily: true, hour: 7, alerts: true })).toMatchObject({ ok: true });
  await go({ advance: isLong ? 'PT20H' : 'PT5H' });
  const all = await mails();
  for (const mail of all) expect(mail).toMatchObject({ from: 'a@x', to: 'a@x' });
  const daily = all.filter(({ subject }) => subject.startsWith('Today: '));
  expect(daily.map(({ at }) => at)).toEqual([
    expect.stringMatching(isLong ? /^2025-06-17T11:[01]/ : /^2025-06-17T11:/),
  ]);
  const alerts = all.filter(({ subject }) => subject.includes('action within 24 h'));
  expect(alerts.length).toBeGreaterThan(0);
  const times = alerts.map(({ at }) => Date.parse(at));
  for (const [index, at] of times.entries()) {
    if (index > 0) expect(at - times[index - 1]!).toBeGreaterThanOrEqual(HOUR);
    expect(times.filter((other) => other > at - 24 * HOUR && other <= at).length).toBeLessThanOrEqual(6);
  }
  // Each alert starts with a different record.
  const first = alerts.map(({ body }) => /\n1\. .*\n {3}(Order \d+)/.exec(body)![1]);
  expect(new Set(first).size).toBe(first.length);
  const [{ body, htmlBody }] = alerts as [Mail];
  expect(body).toMatch(/Auto-void within 48 h: \d+ \(\$[\d,.]+, CA\$[\d,.]+\)/);
  expect(body).toMatch(
    /h left, until Jun \d+, \d+:\d\d [AP]M · (CA)?\$[\d,.]+ at risk\n {3}https:.*#gid=\d+&range=A2\n/,
  );
  expect(htmlBody).toMatch(/<a href="https:[^"]*#gid=\d+&amp;range=A2">Auto-voids /);
  // The workbook contains buyer data, but emails must not.
  const [orders] = await go({ get: 'Orders!A1:BZ80' });
  const [header, ...rows] = orders as string[][];
  const buyers = header!.flatMap((name, at) =>
    /^(Customer|Ship to)/.test(name) ? rows.map((row) => String(row[at])) : [],
  );
  const known = new Set(buyers.filter((text) => text.length > 4));
  expect(known.size).toBeGreaterThan(20);
  const sent = JSON.stringify(all);
  expect([...known].filter((text) => sent.includes(text))).toEqual([]);
});

longTest('sends an overdue daily email after a pause, with the times when the schedule did not run', async () => {
  // The add-on build runs the schedule hourly, from 8 PM on.
  await openShop('calm', ['email'], { mode: 'addon', clock: '2025-06-17T00:00:00Z' });
  await setEmail({ daily: true, hour: 1, alerts: false });
  await go(
    { advance: 'PT2H' },
    { sidebar: ['turnOff'] },
    { advance: 'P2D' },
    { sidebar: ['turnOn'] },
    { advance: 'PT1H' },
  );
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail!.body).toMatch(/\nYour schedule did not run from Jun 16, 10:00 PM to Jun 18, 1[01]:\d\d PM\.\n/);
  await go({ advance: 'PT3H' });
  expect((await mails())[1]!.body).not.toContain('did not run');
});

longTest('delays an email with a note when the daily limit is used up', async () => {
  await openShop('calm');
  await setEmail({ daily: false, alerts: true });
  await go({ fault: { quota: 'email' } }, { advance: 'PT90M' }, { stats: true });
  expect(await mails()).toEqual([]);
  expect(await logged()).toHaveLength(1);
  const [schedule] = await go({ sidebar: ['schedule'] });
  expect(schedule.value.email.problem).toContain("reached Google's daily email limit");
  expect(schedule.value.triggers).toMatchObject([{ state: 'on' }]);
  const [, stats] = await go({ fault: null }, { stats: true }, { advance: 'PT70M' });
  expect(stats.executions.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  expect(await mails()).toHaveLength(1);
  expect((await go({ sidebar: ['schedule'] }))[0].value.email.problem).toBeNull();
});

longTest.each(['MailApp.sendEmail', 'MailApp.getRemainingDailyQuota', 'Session.getEffectiveUser'])(
  'retries an email, with a note, when Google refuses %s',
  async (member) => {
    await openShop('calm');
    await setEmail({ daily: false, alerts: true });
    await go({ fault: { refuse: { member, in: 'trigger', times: 1, message: 'Nein.' } } }, { advance: 'PT20M' });
    expect(await mails()).toEqual([]);
    expect((await logged())[0]).toContain('No email was sent: Nein.');
    await go({ advance: 'PT80M' });
    expect(await mails()).toHaveLength(1);
  },
);

test('email cannot be turned on without the permission, and the tab explains how to grant it', async () => {
  await openShop('calm', []);
  const how = expect.stringContaining('npm run deploy -- --with email');
  expect(await setEmail({ daily: true, hour: 7 })).toMatchObject({ ok: false, error: { message: how } });
  const [schedule] = await go({ sidebar: ['schedule'] });
  expect(schedule.value.email).toMatchObject({ daily: false, alerts: false, waitsFor: how });
  await go({ advance: 'PT20M' });
  expect(await mails()).toEqual([]);
});
