import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { longTest } from '../effort.ts';
import { MARKET } from './demo-shop.ts';
import { valuesIn } from './values-in.ts';
import { visit } from './visit.ts';

const here = visit();
const button = (name: string | RegExp) => here.visitor.sidebar.getByRole('button', { name });
const tab = (name: string) => here.visitor.sidebar.getByRole('tab', { name });
const field = (name: string) => here.visitor.sidebar.getByLabel(name);
const panel = () => here.visitor.sidebar.getByRole('tabpanel');
const told = (words: string | RegExp) => panel().locator('.notice').getByText(words).waitFor();
const card = (name: string | RegExp, words: string | RegExp = '') =>
  here.visitor.sidebar
    .getByRole('listitem')
    .filter({ has: here.visitor.sidebar.getByRole('heading', { name, exact: true }) })
    .filter({ hasText: words });
const ORDERS = 'Orders, every 10 minutes';

function jobs(header: string): readonly unknown[] {
  const [headers = [], ...rows] = valuesIn(here.workbench, 'Jobs');
  return rows.map((row) => row[headers.indexOf(header)]);
}

/** The sidebar loads its tab again when the window gets the focus. */
const reload = () => here.visitor.sidebar.locator('html').evaluate(() => window.dispatchEvent(new Event('focus')));

test('shows the email settings without jobs only while emails are on', async () => {
  const { page, sidebar } = here.visitor;
  const emails = sidebar.getByText('Email', { exact: true });
  await tab('Schedule').click();
  await sidebar.getByRole('heading', { name: 'Keep your tables up to date' }).waitFor();
  expect(await emails.count()).toBe(0);
  const turnOn = async (route: Route) => {
    if (!route.request().postData()?.includes('"schedule"')) return await route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"daily":false', '"daily":true') });
  };
  await page.route('**/*', turnOn);
  await reload();
  await emails.click();
  await sidebar.getByRole('switch', { name: 'Email me every morning', checked: true }).waitFor();
  await page.unroute('**/*', turnOn);
});

test('opens Connect if no shop is connected', async () => {
  await tab('Schedule').click();
  await here.visitor.sidebar.getByRole('heading', { name: 'Keep your tables up to date' }).waitFor();
  expect(await button('Set up standard jobs').count()).toBe(0);
  await button('Go to Connect').click();
  await here.visitor.connect(here.workbench.market.announcement, MARKET);
});

test('sets up the standard jobs and turns the schedule on with one button', async () => {
  await tab('Schedule').click();
  await here.visitor.screenshot('schedule-empty');
  await button('Set up standard jobs').click();
  await told(/^7 jobs added\. The first run is at (\w+ \d+, )?\d+:\d\d [AP]M\.$/);
  await here.visitor.sidebar.getByText(/^Runs every 10 minutes\. First run (today|tomorrow) at/).waitFor();
  expect(jobs('Dataset')).toEqual([
    ...['Orders', 'Ad performance', 'Inventory', 'Keywords', 'Lookup report', 'Price history', 'Orders'],
  ]);
  await card(ORDERS).getByText('due').waitFor();
  await here.visitor.screenshot('schedule-set-up');
});

test('fills the tables when the schedule runs and shows the results on the tab', async () => {
  expect(await here.visitor.moveClock('Next trigger')).toContain('Ran: refreshDue of you@example.com.');
  expect(valuesIn(here.workbench, 'Orders').length).toBeGreaterThan(1);
  expect(valuesIn(here.workbench, 'Ad performance').length).toBeGreaterThan(1);
  // The message about the first run is no longer true.
  await reload();
  await panel().locator('.notice').waitFor({ state: 'detached' });
  await here.visitor.sidebar.getByText(/Runs every 10 minutes\. Last run today at /).waitFor();
  await card(ORDERS)
    .getByText(/^Done\./)
    .waitFor();
  await card(ORDERS).getByText('fresh').waitFor();
  await card(/^Orders back to /)
    .getByText(/^In progress/)
    .waitFor();
  await here.visitor.screenshot('schedule-ran');
});

longTest('adds each job only once, shows waiting jobs, and refreshes all of them with one button', async () => {
  await button('Set up standard jobs').click();
  await told(/^You already have all standard jobs\./);
  expect(jobs('Result')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Waits\. No lookup requests of this shop yet/)]),
  );
  await panel()
    .getByText(/^Runs every 10 minutes\. Last run/)
    .waitFor();
  await button('Refresh now').click();
  await told(/jobs done/);
  expect(valuesIn(here.workbench, 'Inventory').length).toBeGreaterThan(1);
  expect(valuesIn(here.workbench, 'Price log').length).toBeGreaterThan(1);
  await here.visitor.screenshot('schedule-refreshed');
});

test('pauses a job, skips it, resumes it, and runs it on request', async () => {
  const orders = () => String(jobs('Last run')[0]);
  await button('Pause: Orders, every 10 minutes').click();
  await card(ORDERS).getByText('paused').waitFor();
  expect(jobs('State')[0]).toBe('paused');
  const before = orders();
  expect(await here.visitor.moveClock('Next trigger')).toContain('Ran: refreshDue of you@example.com.');
  expect(orders()).toEqual(before);
  await button('Resume: Orders, every 10 minutes').click();
  await button('Run now: Orders, every 10 minutes').click();
  await expect.poll(() => String(jobs('Last run')[0])).not.toBe(before);
  await card(ORDERS).getByText('fresh').waitFor();
});

longTest('explains an invalid row and offers valid values in a dropdown', async () => {
  const { visitor } = here;
  await button('Show sheet: Jobs').click();
  await visitor.page.locator('.o-sheet.active', { hasText: 'Jobs' }).waitFor();
  const row = jobs('Dataset').length + 2;
  const [header = []] = valuesIn(here.workbench, 'Jobs');
  const cell = (name: string) => `${String.fromCharCode(65 + header.indexOf(name))}${row}`;
  await visitor.type(cell('Dataset'), 'Weather');
  await visitor.type(cell('Every'), 'hourly');
  await button('Reload').first().click();
  const odd = card('Weather', 'invalid');
  await odd.getByText(/Dataset: "Weather" does not exist. Enter one of Orders, Inventory/).waitFor();
  expect(await odd.getByRole('button').allTextContents()).toEqual(['Take over', 'Remove']);
  await odd.scrollIntoViewIfNeeded();
  await visitor.screenshot('schedule-explained');
  await visitor.examineSidebar();
  await visitor.goTo(cell('Dataset'));
  await visitor.page.keyboard.press('F2');
  const offered = visitor.page.locator('.o-autocomplete-value');
  await offered.first().waitFor();
  await visitor.screenshot('jobs-list');
  await visitor.page.keyboard.press('Escape');
  await visitor.page.keyboard.press('Delete');
  await visitor.page.keyboard.press('F2');
  await offered.getByText('Orders', { exact: true }).click();
  await button('Reload').first().click();
  await card('Orders, every hour').getByText('This job has no owner yet.').waitFor();
  await card('Orders, every hour').getByRole('button', { name: 'Take over' }).click();
  await card('Orders, every hour').getByText('Duplicate of row 2.').waitFor();
  await visitor.type(cell('Filter'), 'status = Shipped');
  await button('Reload').first().click();
  await card('Orders (Shipped), every hour').getByRole('button', { name: 'Pause' }).waitFor();
});

test('adds a job by keyboard, shows an error at its field, and removes the job after a confirmation', async () => {
  const { page, sidebar } = here.visitor;
  const before = jobs('Dataset').length;
  await sidebar.locator('summary', { hasText: 'Add a job' }).focus();
  await page.keyboard.press('Enter');
  await field('Dataset').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('now and then');
  await page.keyboard.press('Enter');
  await sidebar.getByRole('alert').getByText('Every: "now and then" is not a valid interval').waitFor();
  const every = sidebar.getByRole('combobox', { name: /^Every/ });
  expect(await every.getAttribute('aria-invalid')).toBe('true');
  await every.fill('2 days');
  await page.keyboard.press('Tab');
  await page.keyboard.type('status = Unshipped');
  await page.keyboard.press('Enter');
  await told('Orders added.');
  await here.visitor.screenshot('schedule-added');
  expect(jobs('Filter').at(-1)).toBe('status = Unshipped');
  await button('Remove: Orders (Unshipped), every 2 days').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => button('Keep it').evaluate((element) => element === document.activeElement)).toBe(true);
  await here.visitor.examineSidebar();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => jobs('Dataset').length).toBe(before);
  const heading = sidebar.getByRole('heading', { name: 'Jobs', exact: true });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('renames the owner of jobs, and adjusts the interval to the account type', async () => {
  await here.visitor.sidebar.locator('summary', { hasText: 'Your name and account' }).click();
  await field('Your name').fill('Olga');
  await field('Google account type').selectOption('workspace');
  await here.visitor.screenshot('schedule-who');
  await here.visitor.examineSidebar();
  await button('Save').click();
  await told('Saved.');
  await here.visitor.sidebar.getByText(/^Runs every 5 minutes/).waitFor();
  expect(new Set(jobs('Owner').filter((owner) => owner !== ''))).toEqual(new Set(['Olga']));
});

longTest(
  'pauses all jobs from the menu, resumes them on the tab, and refreshes and sets up jobs from the menu',
  async () => {
    const { visitor } = here;
    await visitor.menuItem('Pause all jobs');
    await visitor.menuSays('All jobs are paused');
    await expect.poll(() => [...new Set(jobs('State'))]).toEqual(['paused']);
    await button('Reload').first().click();
    await button('Resume all').click();
    await told('All jobs resumed.');
    expect([...new Set(jobs('State'))]).toEqual(['active']);
    await visitor.menuItem('Refresh now');
    await visitor.menuSays(/jobs done/);
    await visitor.menuItem('Set up standard jobs');
    await visitor.menuSays(/You already have all standard jobs\. The (first|next) run is at /);
  },
);

longTest('restores a deleted Jobs sheet', async () => {
  const { workbook } = here.workbench.host;
  const before = jobs('Dataset');
  await here.visitor.showTab('Sheet1');
  // If the tab detects the deletion first, it has no Reload button.
  await tab('Activity').click();
  workbook.deleteSheet(workbook.sheetByName('Jobs')!.sheetId);
  await tab('Schedule').click();
  await told('The Jobs sheet was deleted, so no jobs run.');
  await here.visitor.screenshot('schedule-deleted');
  await button('Set up standard jobs').click();
  await card(ORDERS).waitFor();
  expect(jobs('Dataset')).toEqual(before);
});

longTest('reports a stopped schedule and turns it on again', async () => {
  const { triggers } = here.workbench.host;
  for (const { user, id } of triggers.all()) triggers.remove(user, id);
  await here.visitor.moveClock('+1 day');
  await button('Reload').first().click();
  await told('Your schedule is overdue.');
  await here.visitor.screenshot('schedule-late');
  await panel().locator('.notice').getByRole('button', { name: 'Turn on' }).click();
  await here.visitor.sidebar.getByText(/^Runs every 5 minutes\. First run (today|tomorrow) at/).waitFor();
  expect(triggers.all()).toHaveLength(1);
  await button('Turn off').click();
  await told('The schedule is off.');
  await told('Your schedule is off, so your jobs do not run');
  await here.visitor.examineSidebar();
  expect(await button('Turn on').count()).toBe(1);
  expect(triggers.all()).toEqual([]);
});

test('the page causes no errors', () => {
  expect(here.visitor.errors).toEqual([]);
});
