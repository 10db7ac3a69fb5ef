import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, startBrowser } from './browser.ts';
import { MARKET } from './demo-shop.ts';
import { valuesIn } from './values-in.ts';
import { connectShop } from './visit.ts';
import { Visitor } from './visitor.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

const EDITOR = 'editor@shop.example';

let workbench: Workbench;
let browser: Browser;
let owner: Visitor;
let editor: Visitor;

beforeAll(async () => {
  workbench = await startWorkbench({ port: 0, timeZone: 'America/New_York', items: 40, orders: 30 });
  browser = await startBrowser();
  await connectShop(workbench);
  owner = await Visitor.arrive(workbench.url, browser);
  editor = await Visitor.arrive(workbench.url, browser, EDITOR);
  await editor.connect(workbench.market.announcement, MARKET);
  for (const each of [owner, editor]) await each.sidebar.getByRole('tab', { name: 'Schedule' }).click();
}, 600_000);

afterAll(async () => {
  await closePages();
  await workbench?.close();
});

const panel = ({ sidebar }: Visitor) => sidebar.getByRole('tabpanel');
const button = ({ sidebar }: Visitor, name: string | RegExp) => sidebar.getByRole('button', { name });
const reload = (visitor: Visitor) => button(visitor, 'Reload').first().click();
function owners(): readonly unknown[] {
  const rows = valuesIn(workbench, 'Jobs');
  return rows.map((row) => row[rows[0]!.indexOf('Owner')]);
}

async function callMe(visitor: Visitor, name: string): Promise<void> {
  const { sidebar } = visitor;
  const field = sidebar.getByLabel('Your name');
  if (!(await field.isVisible())) await sidebar.locator('summary', { hasText: 'Your name and account' }).click();
  await field.fill(name);
  await button(visitor, 'Save').click();
  await panel(visitor).locator('.notice').getByText('Saved.').waitFor();
}

test("warns about another user's name and keeps their jobs separate", async () => {
  await button(owner, 'Set up standard jobs').click();
  await panel(owner).getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
  // The editor opened the tab before jobs existed.
  await editor.sidebar.getByRole('tab', { name: 'Activity' }).click();
  await editor.sidebar.getByRole('tab', { name: 'Schedule' }).click();
  await panel(editor)
    .getByText(/^The shop's owner: Runs every 10 minutes/)
    .waitFor();
  await callMe(owner, 'Olga');
  expect(owners()).toEqual(['Owner', ...Array(7).fill('Olga')]);
  await reload(editor);
  await callMe(editor, 'Olga');
  await panel(editor).getByText('Someone else uses the name "Olga".').waitFor({ state: 'attached' });
  await callMe(editor, 'Eve');
  expect(owners()).toEqual(['Owner', ...Array(7).fill('Olga')]);
});

test("shows, pauses, and takes over another user's job, but does not run it", async () => {
  await reload(editor);
  const job = panel(editor)
    .getByRole('listitem')
    .filter({ has: editor.sidebar.getByRole('heading', { name: 'Ad performance, every 6 hours' }) });
  await job.getByText('Olga').waitFor();
  expect(await job.getByRole('button').allTextContents()).toEqual(['Pause', 'Take over', 'Remove']);
  expect(await button(editor, 'Refresh now').getAttribute('aria-disabled')).toBe('true');
  await editor.screenshot('schedule-of-another');
  await job.getByRole('button', { name: 'Take over' }).click();
  await job.getByRole('button', { name: 'Run now' }).waitFor();
  expect(owners()).toEqual(['Owner', 'Olga', 'Eve', ...Array(5).fill('Olga')]);
  await panel(editor).getByText('Your schedule is off, so your jobs do not run automatically.').waitFor();
  await panel(editor).locator('.notice').getByRole('button', { name: 'Turn on' }).click();
  await panel(editor)
    .getByText(/^Runs every 10 minutes\. First run (today|tomorrow) at/)
    .waitFor();
});

test('takes over all jobs of a user whose schedule is off, and runs them as the new owner', async () => {
  await reload(owner);
  await button(owner, 'Turn off').click();
  await panel(owner).getByText('Your schedule is off').waitFor();
  await reload(editor);
  await panel(editor)
    .getByText(/^The schedule that Olga set up is off/)
    .waitFor();
  await editor.screenshot('schedule-orphans');
  await button(editor, 'Take over 6 jobs').click();
  await panel(editor).getByText('6 jobs taken over.').waitFor();
  expect(owners()).toEqual(['Owner', ...Array(7).fill('Eve')]);
  expect(await editor.moveClock('Next trigger')).toContain(`Ran: refreshDue of ${EDITOR}`);
  expect(valuesIn(workbench, 'Orders').length).toBeGreaterThan(1);
  expect([...owner.errors, ...editor.errors]).toEqual([]);
});
