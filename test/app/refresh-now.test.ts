/** *Refresh now* for one job or all jobs: which jobs run, and the resulting message. */
import { beforeEach, describe, expect, test } from 'vitest';
import { setUser, userOf } from '../../src/account/person.ts';
import type { HttpResult } from '../../src/protocol/http.ts';
import { storedText } from '../../src/protocol/store.ts';
import { HOUR, MINUTE } from '../../src/protocol/time.ts';
import { lease } from '../../src/schedule/job-state.ts';
import { freshAt } from '../../src/schedule/table-freshness.ts';
import { json, serviceError } from '../protocol/arrivals.ts';
import { listCampaign } from '../support/bids.ts';
import { connected, refused, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';
import { confirmTyped, type JobLine, typeJobs } from '../support/typed-jobs.ts';

/** Campaigns requested so far, and responses that replace the defaults. */
let asked: number[];
let said: Record<number, HttpResult>;
let ports: InMemoryPorts;
beforeEach(() => {
  asked = [];
  said = {};
  ports = connected(({ body }) => {
    const { campaignNumber } = JSON.parse(body!) as { campaignNumber: number };
    asked.push(campaignNumber);
    return said[campaignNumber] ?? json({ rows: [], totalRows: 0 });
  });
  setUser(ports, { name: 'Ann' });
});

const campaign = (number: number, more: JobLine = {}): JobLine => ({
  Dataset: 'Keywords',
  Filter: `campaign number = ${number}`,
  Every: 'daily',
  'Row key': `c${number}`,
  ...more,
});
const refresh = (id?: string) => {
  confirmTyped(ports);
  return served(ports, 'refreshNow', id);
};
const column = (name: string) => ports.book.rows('Jobs').map((row) => row[name]);
const FAILS = serviceError('XX1');
/** The marketplace's response once the hourly cap is reached. */
const WAITS = serviceError('429', 429);

describe('refreshing all jobs', () => {
  test.each<[string, Record<number, HttpResult>, string]>([
    ['reports that all succeeded', {}, '3 of 3 jobs done.'],
    ['counts one failed job', { 7: FAILS }, '2 of 3 jobs done, 1 failed (see Jobs).'],
    ['counts one waiting job', { 9: WAITS }, '2 of 3 jobs done, 1 continues in the next run.'],
    ['counts two waiting jobs', { 8: WAITS }, '1 of 3 jobs done, 2 continue in the next run.'],
    [
      'counts done, waiting, and failed jobs separately',
      { 7: FAILS, 9: WAITS },
      '1 of 3 jobs done, 1 continues in the next run, 1 failed (see Jobs).',
    ],
    ['reports that all failed', { 7: FAILS, 8: FAILS, 9: FAILS }, '0 of 3 jobs done, 3 failed (see Jobs).'],
  ])('%s', (_, answers, message) => {
    said = answers;
    typeJobs(ports.book, campaign(7), campaign(8), campaign(9));
    const result = refresh();
    expect(result.message).toBe(message);
    expect(result.hasFailed).toBe(/ failed /.test(message));
  });

  test('counts a job that waits as waiting only, even if it failed before', () => {
    typeJobs(ports.book, campaign(7));
    ports.document.set('job.c7', storedText({ failures: 1, startedAt: START }, 1));
    expect(served(ports, 'refreshNow').message).toBe('0 of 1 jobs done, 1 waiting (see Jobs).');
  });

  test('counts a job that another run holds', () => {
    typeJobs(ports.book, campaign(7), campaign(8));
    lease(ports, 'c8', userOf(ports));
    expect(refresh().message).toBe('1 of 2 jobs done, 1 not run (another run may be in progress).');
  });

  test('skips jobs that are paused, invalid, not due, or owned by another user', () => {
    typeJobs(
      ports.book,
      campaign(5, { Every: 'soon' }),
      campaign(6, { State: 'paused' }),
      campaign(7, { Owner: 'Bob' }),
      campaign(8, { Owner: 'Ann' }),
      campaign(9),
      campaign(10),
      campaign(11, { State: 'run now' }),
    );
    const ran = { failures: 0, startedAt: START, doneAt: START };
    ports.document.set('job.c9', storedText({ ...ran, failures: 2, notBefore: START + 50 * MINUTE }, 1));
    for (const id of ['c10', 'c11']) ports.document.set(`job.${id}`, storedText(ran, 1));
    const { message, schedule } = refresh();
    expect(message).toBe('3 of 3 jobs done.');
    // A failed job runs before its retry time because the user may have fixed the cause.
    expect(asked).toEqual([8, 9, 11]);
    expect(schedule.jobs.map(({ lastRun }) => lastRun !== null)).toEqual([false, false, false, true, true, true, true]);
    expect(column('State')).toEqual(['', 'paused', '', '', '', '', 'active']);
    expect(column('Owner')).toEqual(['Ann', 'Ann', 'Bob', 'Ann', 'Ann', 'Ann', 'Ann']);
    expect(ports.book.rows('Log').map(({ Why }) => Why)).toEqual(['menu', 'menu', 'menu']);
  });

  test('explains why no job ran', () => {
    typeJobs(ports.book, campaign(7, { Owner: 'Bob' }), campaign(8, { State: 'paused' }));
    expect(refresh().message).toBe('You have no jobs to run: all jobs are paused, invalid, or of other users.');
    typeJobs(ports.book, campaign(9));
    refresh();
    expect(refresh().message).toBe('No jobs are due. See the Jobs sheet for upcoming runs.');
    expect(asked).toEqual([9]);
  });

  test('reports that the log could not be written', () => {
    typeJobs(ports.book, campaign(7));
    refresh();
    ports.clock.sleep(24 * HOUR);
    const log = ports.book.sheet('Log');
    log.deleteColumn(log.identities.indexOf('rowKey'));
    expect(refresh().message).toMatch(/^1 of 1 jobs done\. The log could not be written: /);
  });
});

describe('refreshing one job', () => {
  test('runs only that job and logs "sidebar" as the reason', () => {
    typeJobs(ports.book, campaign(7), campaign(8, { State: 'paused' }));
    expect(refresh('c7').message).toBe('1 of 1 jobs done.');
    expect(asked).toEqual([7]);
    expect(ports.book.rows('Log').map(({ Why }) => Why)).toEqual(['sidebar']);
  });

  test.each([
    [campaign(7, { Every: 'soon' }), /^Every: "soon" is not a valid interval/],
    [
      campaign(7, { Owner: 'Bob' }),
      /^This job runs on a schedule that Bob set up\. Take it over to run it yourself\.$/,
    ],
    [campaign(8), /^This job is no longer on the Jobs sheet\. Reload the sidebar\.$/],
  ])('refuses %o', (line, says) => {
    typeJobs(ports.book, line);
    const { code, message } = refused(ports, 'refreshNow', 'c7');
    expect(code).toBe('MARKET_ARGUMENT');
    expect(message).toMatch(says);
    expect(asked).toEqual([]);
  });
});

test('explains how to add jobs if the Jobs sheet is missing', () => {
  expect(refresh().message).toBe('You have no jobs yet. Choose Schedule ▸ Set up standard jobs in the menu.');
});

test("computes the next run from the schedule's interval, and leaves it blank while the schedule is off", () => {
  typeJobs(ports.book, campaign(7, { Every: '5 minutes' }));
  refresh();
  expect(column('Next run')).toEqual(['']);
  served(ports, 'turnOn');
  refresh();
  expect((column('Next run')[0] as Date).getTime() - ports.clock.now()).toBe(10 * MINUTE);
  served(ports, 'turnOff');
  expect(column('Next run')).toEqual(['']);
});

test('Status shows a later pull by hand as formulas do, and no next run while the schedule is off', () => {
  typeJobs(ports.book, campaign(7));
  served(ports, 'turnOn');
  refresh();
  listCampaign(ports);
  const shown = () => ports.book.rows('Status').find(({ Subject }) => Subject === 'Keywords')!;
  expect(shown().Detail).toBe('last complete run 8:00 AM; next run about Jun 17, 8:00 AM');
  ports.wait(6 * HOUR);
  served(ports, 'turnOff');
  expect(shown().Detail).toBe('last complete run 8:00 AM; no run scheduled');
  served(ports, 'startPull', { operation: 'keywords', params: { campaigns: 'all' } });
  expect(shown()).toMatchObject({
    Detail: 'last complete run 2:00 PM; no run scheduled',
    'Last complete': new Date(freshAt(ports.document, ports.clock.now(), 'Keywords')!),
  });
});

test('a pull by hand succeeds even if Jobs and Status cannot be updated', () => {
  typeJobs(ports.book, campaign(7));
  refresh();
  listCampaign(ports);
  ports.book.sheet('Jobs').cells[0]!.fill('Mine');
  const report = served(ports, 'startPull', { operation: 'keywords', params: { campaigns: 'all' } });
  expect(report).toMatchObject({
    state: 'done',
    notes: [expect.stringMatching(/^The Jobs and Status sheets are not up to date/)],
  });
});
