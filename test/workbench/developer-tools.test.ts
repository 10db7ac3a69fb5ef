import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../effort.ts';
import { closePages, startBrowser } from './browser.ts';
import { MARKET } from './demo-shop.ts';
import { Visitor } from './visitor.ts';
import type { WireTools } from './wire-tools.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let browser: Browser;
let visitor: Visitor;
let drawer: Locator;

beforeAll(async () => {
  workbench = await startWorkbench({ port: 0, timeZone: 'America/New_York', items: 40, orders: 30 });
  browser = await startBrowser();
  visitor = await Visitor.arrive(workbench.url, browser);
  await visitor.page.setViewportSize({ width: 1280, height: 800 });
  drawer = visitor.page.getByRole('region', { name: 'Developer tools' });
}, 600_000);

afterAll(async () => {
  await closePages();
  await workbench?.close();
});

const tab = (name: string) => drawer.getByRole('tab', { name });
const said = () => drawer.getByRole('status').textContent();
const first = () => drawer.getByRole('tabpanel').locator('tbody tr').first();
const armed = () => drawer.locator('.armed').textContent();

test('the tools take no space while closed and open with a labeled button', async () => {
  const button = visitor.page.getByRole('button', { name: 'Developer tools', exact: true });
  expect(await drawer.isVisible()).toBe(false);
  expect((await button.boundingBox())!.width).toBeLessThan(40);
  await button.focus();
  await visitor.page.keyboard.press('Enter');
  await drawer.waitFor();
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await visitor.page.keyboard.press('ArrowRight');
  expect(await tab('Quotas').getAttribute('aria-selected')).toBe('true');
  expect(await tab('Quotas').evaluate((element) => element === document.activeElement)).toBe(true);
  await visitor.page.keyboard.press('Escape');
  expect(await drawer.isVisible()).toBe(false);
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await button.click();
});

test('the tools show executions, requests, and quotas after a pull, without keys', async () => {
  const { announcement } = workbench.market;
  await visitor.connect(announcement, MARKET);
  const { sidebar } = visitor;
  await sidebar.getByRole('tab', { name: 'Pull' }).click();
  await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('orders');
  await sidebar.getByRole('button', { name: 'Pull', exact: true }).click();
  await sidebar.getByRole('button', { name: 'Back to the form' }).waitFor();
  await tab('Executions').click();
  await expect.poll(() => drawer.textContent()).toContain('sidebarCall: startPull');
  await visitor.screenshot('tools-executions');
  await tab('Requests').click();
  await expect.poll(() => first().textContent()).toMatch(/PUT.*\/ordermgmt\/order\/orderinfo.*200.*ms/);
  await visitor.screenshot('tools-requests');
  await tab('Quotas').click();
  await expect.poll(() => drawer.textContent()).toMatch(/[1-9]\d* of 20,000 calls/);
  expect(await drawer.textContent()).toMatch(/[1-9]\d* of 50,000 calls/);
  await visitor.screenshot('tools-quotas');
  const everything = await visitor.page.evaluate(async () => await (await fetch('/api/tools')).text());
  expect(everything).not.toContain(announcement.apiKey);
  expect(everything).not.toContain(announcement.secretKey);
});

test('log lines are listed under their execution', async () => {
  const body = "console.log('three items'); console.warn('one is missing')";
  const invocation = { type: 'eval' as const, body, sheetId: null, base: '' };
  await workbench.host.execute({ kind: 'eval', name: 'stocktaking', invocation });
  await tab('Executions').click();
  const row = drawer.locator('tbody tr', { hasText: 'stocktaking' });
  await row.locator('summary', { hasText: 'done · 2 log lines' }).click();
  expect(await row.locator('.lines li').allTextContents()).toEqual(['DEBUG three items', 'WARNING one is missing']);
  // They stay open when the list is updated.
  await workbench.host.execute({ kind: 'eval', name: 'recount', invocation });
  await drawer.locator('tbody tr', { hasText: 'recount' }).waitFor();
  expect(await row.locator('.lines').isVisible()).toBe(true);
});

/** Ends the next call with this name at its second service call, even if the sidebar makes other calls first. */
function endNext(name: string): void {
  const { host } = workbench;
  const watching = host.witness!;
  host.witness = (run) => {
    const witness = watching(run);
    if (run.invocation.type !== 'client' || !run.invocation.args.startsWith(`["${name}"`)) return witness;
    host.witness = watching;
    let calls = 0;
    return {
      ...witness,
      calls: (method, args) => {
        witness.calls(method, args);
        calls++;
        if (calls === 2) host.faults.at('serviceCall', 1);
      },
    };
  };
}

async function settle(): Promise<void> {
  const running = async () =>
    ((await (await fetch(`${workbench.url}/api/tools`)).json()) as WireTools).executions.filter(
      ({ ms }) => ms === null,
    );
  await expect.poll(running).toEqual([]);
}

/** Blocks the sidebar's polls, because they would trigger the fault. */
async function keepQuiet({ page }: Visitor): Promise<void> {
  await page.route('**/api/run*', (route) =>
    route.request().postData()?.includes('"revision"') ? route.abort() : route.fallback(),
  );
}

test('an armed fault ends the next sidebar call, and the page reports it', async () => {
  // What an earlier poll still triggers ends while the other tab opens. Without a sidebar, that tab makes no calls.
  await keepQuiet(visitor);
  const other = await Visitor.arrive(workbench.url, visitor.context);
  await settle();
  await tab('Faults').click();
  const form = drawer.locator('form', { hasText: 'End an execution at service call' });
  await form.getByRole('spinbutton').fill('2');
  await form.getByRole('button').click();
  await expect.poll(armed).toContain('An execution ends at service call 2 from now');
  await visitor.page.getByRole('button', { name: 'Developer tools: 1 armed' }).waitFor();
  // Every user sees that a fault is armed.
  await other.page.getByRole('button', { name: 'Developer tools: 1 armed' }).waitFor();
  await other.page.close();
  await visitor.screenshot('tools-faults');
  await visitor.sidebar.getByRole('button', { name: 'Back to the form' }).click();
  // Returning to the sidebar triggers a check for changes.
  const happened = () => drawer.locator('.happened').textContent();
  await expect.poll(happened).toMatch(/sidebarCall: \w+ \(sidebar, you@example\.com\) ended at a service call/);
  expect(await armed()).toBe('No fault is armed.');
  endNext('startPull');
  await visitor.sidebar.getByRole('button', { name: 'Pull', exact: true }).click();
  await visitor.sidebar.getByText('Exceeded maximum execution time').first().waitFor();
  await tab('Executions').click();
  await expect.poll(() => drawer.locator('tbody tr', { hasText: 'Exceeded maximum execution time' }).count()).toBe(2);
  await visitor.screenshot('tools-fault-struck');
  await visitor.page.unroute('**/api/run*');
});

longTest(
  'quotas can be used up, locks held, marketplace faults added, and all of them cleared with one button',
  async () => {
    await tab('Faults').click();
    await drawer.getByRole('button', { name: 'Use up: Use up the daily quota of' }).click();
    await drawer.getByRole('button', { name: 'Hold: Hold the lock of the' }).click();
    await drawer.getByRole('combobox', { name: 'Marketplace fault' }).selectOption('unavailable');
    await drawer.getByRole('button', { name: 'Restart: Marketplace' }).click();
    await expect.poll(armed).toContain('The marketplace is running with the fault unavailable');
    expect(await armed()).toContain('The daily urlfetch quota is used up');
    expect(await armed()).toContain('The document lock is held by another user');
    await drawer.getByRole('button', { name: 'Clear all faults' }).click();
    await expect.poll(armed).toBe('No fault is armed.');
    await drawer.getByRole('button', { name: 'Use up: Use up the daily quota of' }).click();
    await drawer.getByRole('combobox', { name: 'Marketplace fault' }).selectOption('unavailable');
    await drawer.getByRole('button', { name: 'Restart: Marketplace' }).click();
    await expect.poll(armed).toContain('The marketplace is running with the fault unavailable');
    const { announcement } = workbench.market;
    const asked = () =>
      fetch(
        `${announcement.url}/marketplace/contentmgmt/item/international/inventorylist?sellerid=${announcement.sellerId}`,
        {
          method: 'POST',
          headers: {
            authorization: announcement.apiKey,
            secretkey: announcement.secretKey,
            accept: 'application/json',
            'content-type': 'application/json',
          },
          body: JSON.stringify({ Type: 0, Values: announcement.itemNumbers }),
        },
      );
    expect((await asked()).status).toBe(503);
    await visitor.showTab('Sheet1');
    await visitor.type('A1', `=MARKET_STOCK("${announcement.itemNumbers[0]}")`);
    await expect.poll(() => visitor.text('A1')).toBe('#ERROR!');
    await tab('Executions').click();
    await expect
      .poll(() => drawer.locator('tbody tr', { hasText: 'MARKET_STOCK' }).first().textContent())
      .toContain('MARKET_QUOTA');
    await tab('Faults').click();
    await drawer.getByRole('button', { name: 'Clear all faults' }).click();
    await expect.poll(armed).toBe('No fault is armed.');
    expect((await asked()).status).toBe(200);
  },
);

test('moving the clock fires due triggers as their users and shows what ran', async () => {
  const { host } = workbench;
  host.triggers.add('editor@shop.example', 'removeDemo', 'CLOCK', { everyMinutes: 30 });
  const before = host.clock.now();
  await drawer.getByRole('button', { name: '+1 h' }).click();
  await expect.poll(said).toMatch(/Ran: removeDemo of editor@shop\.example 2 times/);
  const passed = host.clock.now() - before;
  expect(passed).toBeGreaterThan(3_590_000);
  expect(passed).toBeLessThan(3_660_000);
  await visitor.page.getByRole('button', { name: /^Developer tools: clock 1 h ahead/ }).waitFor();
  await tab('Executions').click();
  // The sidebar's polls add rows.
  await expect
    .poll(() => drawer.locator('tbody tr', { hasText: 'removeDemo' }).first().textContent())
    .toMatch(/trigger.?removeDemo.?editor@shop\.example/);
  await visitor.screenshot('tools-clock');
});

longTest('the clock is right even if the drawer is opened late', async () => {
  const late = await Visitor.arrive(workbench.url, browser, undefined, true);
  await late.page.clock.fastForward('10:00');
  await late.page.getByRole('button', { name: /^Developer tools/ }).click();
  const region = late.page.getByRole('region', { name: 'Developer tools' });
  const shown = await region.locator('time.face').getAttribute('datetime');
  expect(Date.parse(shown!) - workbench.host.clock.now()).toBeGreaterThan(9 * 60_000);
  await late.screenshot('tools-clock-late');
  await late.context.close();
});

longTest('the clock moves to the next trigger or a given time, but not back', async () => {
  const { host } = workbench;
  const [due] = host.triggers.all().map((trigger) => trigger.due!);
  await drawer.getByRole('button', { name: 'Next trigger' }).click();
  await expect.poll(() => host.clock.now()).toBeGreaterThanOrEqual(due!);
  await expect.poll(said).toContain('Ran: removeDemo');
  host.triggers.remove('editor@shop.example', host.triggers.all()[0]!.id);
  const tomorrow = new Date(host.clock.now() + 86_400_000).toISOString().slice(0, 10);
  await drawer.getByLabel('Time to move to').fill(`${tomorrow}T09:30`);
  await drawer.getByRole('button', { name: 'Go to this time' }).click();
  await expect.poll(said).toContain('09:30:00. No trigger ran.');
  const face = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' });
  expect(face.format(host.clock.now())).toMatch(/^09:3/);
  await expect.poll(() => drawer.locator('time').textContent()).toMatch(/09:3\d:\d\d$/);
  await drawer.getByLabel('Time to move to').fill('2020-01-01T00:00');
  await drawer.getByRole('button', { name: 'Go to this time' }).click();
  await expect.poll(said).toBe('The clock cannot go back. Enter a later time.');
});

test('moving the clock by a day expires cache entries and resets caps', async () => {
  workbench.host.stores.cache('document').set('key', { value: 'text', until: workbench.host.clock.now() + 60_000 });
  await drawer.getByRole('button', { name: '+1 day' }).click();
  await expect.poll(said).toMatch(/\d+ cache entries expired|1 cache entry/);
});

longTest('the open tools have no serious accessibility violations', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await visitor.page.locator('#account').click();
  await visitor.page.evaluate(axe);
  for (const name of ['Executions', 'Quotas', 'Faults', 'Requests']) {
    await tab(name).click();
    await visitor.page.locator('#account').click();
    // The header is the same on every tab.
    for (const part of name === 'Faults' ? ['#tools', 'header'] : ['#tools']) {
      const found = (await visitor.page.evaluate(`axe.run('${part}', { resultTypes: ['violations'] })`)) as {
        violations: { id: string; impact: string; nodes: { html: string }[] }[];
        passes: unknown[];
      };
      expect(found.passes.length).toBeGreaterThan(5);
      const grave = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(grave.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
  }
});

test('the page makes no outside requests and has no errors', () => {
  expect(visitor.outside).toEqual([]);
  expect(visitor.errors).toEqual([]);
});
