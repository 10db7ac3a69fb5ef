import { expect, test } from 'vitest';
import { MARKET } from './demo-shop.ts';
import { visit } from './visit.ts';
import { Visitor } from './visitor.ts';

const here = visit({ clock: true });

const button = (name: string | RegExp) => here.visitor.sidebar.getByRole('button', { name });
const tab = (name: string) => here.visitor.sidebar.getByRole('tab', { name });

/** Focuses the sheet, then the sidebar. */
async function comeBack(): Promise<void> {
  await here.visitor.goTo('A1');
  await tab('Connect').click();
}

async function tryDemoByMenu(): Promise<void> {
  await here.visitor.menuItem('Try with the demo shop');
  await expect.poll(() => here.visitor.tabs()).toContain('Keywords');
  await here.visitor.page.locator('.toast-note', { hasText: 'Demo data loaded' }).waitFor();
}

async function removeDemoByMenu({ byKeys = false } = {}): Promise<void> {
  const { visitor } = here;
  const question = /sheets will be deleted: Orders/;
  if (byKeys) {
    await visitor.menuItemByKeys('Remove the demo shop');
    await visitor.agreeByKeys(question);
  } else {
    await visitor.menuItem('Remove the demo shop');
    await visitor.agree(question);
  }
  await expect.poll(() => here.visitor.tabs()).toEqual(['Sheet1']);
}

test('keeps Remove away from the pointer after "Try the demo shop" and lists the data it would delete', async () => {
  const { visitor } = here;
  const start = button('Try with the demo shop');
  await start.waitFor();
  const { y, height } = (await start.boundingBox())!;
  await start.click();
  await visitor.sidebar.getByRole('heading', { name: 'Take a look around' }).waitFor();
  await visitor.screenshot('demo-ready');
  const { y: from } = (await button('Remove Demo shop').boundingBox())!;
  expect(from).toBeGreaterThan(y + height);
  await button('Remove Demo shop').press('Enter');
  await visitor.sidebar.getByText(/^\d+ sheets will be deleted: Orders, Order lines, /).waitFor();
  await visitor.screenshot('demo-losses');
  // The safe choice has focus.
  await visitor.page.keyboard.press('Enter');
  await expect.poll(() => button('Keep it').count()).toBe(0);
  expect(await visitor.tabs()).toContain('Orders');
});

test('shows changes from another window without a click', async () => {
  const { visitor, workbench } = here;
  await tab('Activity').click();
  await visitor.sidebar.getByRole('listitem').filter({ hasText: 'Lookup report' }).first().waitFor();
  const other = await Visitor.arrive(workbench.url, visitor.context);
  await other.openSidebar();
  await other.sidebar.getByRole('tab', { name: 'Pull' }).click();
  const inSidebar = visitor.sidebar.getByRole('listitem').filter({ hasText: 'from the sidebar' });
  // The page hasn't polled for changes yet.
  expect(await inSidebar.count()).toBe(0);
  await other.sidebar.getByRole('button', { name: 'Pull', exact: true }).click();
  await other.sidebar.getByRole('button', { name: 'Back to the form' }).waitFor();
  await visitor.waitForNews();
  await inSidebar.first().waitFor();
  await other.page.close();
  await tab('Connect').click();
});

test('reports the deleted sheets of a removed demo shop and stops offering them', async () => {
  const { visitor } = here;
  await tab('Pull').click();
  await visitor.sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('orders');
  await button('Estimate').click();
  await visitor.sidebar.getByRole('heading', { name: 'Estimate' }).waitFor();
  expect(await visitor.sidebar.getByText('known after the first page').count()).toBe(0);
  await visitor.screenshot('demo-plan');
  await button(/^Pull$/).click();
  await button('Show sheet: Orders').waitFor();
  await tab('Activity').click();
  await button('Show Log').waitFor();
  await removeDemoByMenu();
  await tab('Pull').click();
  await button('Show sheet: Orders').click();
  // The message is next to the button.
  const card = visitor.sidebar.getByRole('listitem').filter({ has: button('Show sheet: Orders') });
  await card.getByRole('alert').getByText('The Orders sheet no longer exists.').waitFor();
  await visitor.screenshot('demo-removed-pull');
  await button('Back to the form').click();
  await visitor.sidebar.getByRole('heading', { name: 'No connection yet' }).waitFor();
  await tab('Activity').click();
  await button('Show Log').waitFor({ state: 'detached' });
  await visitor.screenshot('demo-removed-activity');
  await comeBack();
  await button('Try with the demo shop').waitFor();
});

test('keeps a form while it is being filled in', async () => {
  await button('Connect your shop').click();
  await here.visitor.sidebar.getByLabel('Seller ID').fill('A006');
  await tryDemoByMenu();
  await here.visitor.goTo('A1');
  await here.visitor.sidebar.getByLabel('Seller ID').click();
  await tab('Pull').click();
  await here.visitor.sidebar.getByRole('combobox', { name: 'What to pull' }).waitFor();
  await tab('Connect').click();
  expect(await here.visitor.sidebar.getByLabel('Seller ID').inputValue()).toBe('A006');
  await button('Cancel').click();
  await here.visitor.sidebar.getByRole('heading', { name: 'Demo shop' }).waitFor();
});

test('shows a removal from the menu without a click, and keeps the input of the pull form', async () => {
  await tab('Pull').click();
  const what = here.visitor.sidebar.getByRole('combobox', { name: 'What to pull' });
  await what.selectOption('price-history');
  await here.visitor.sidebar.getByLabel('Item numbers').fill('9SIAFIRST');
  await removeDemoByMenu({ byKeys: true });
  await here.visitor.waitForNews();
  await here.visitor.sidebar.getByText('No connection yet').waitFor();
  await tab('Connect').click();
  await here.visitor.connect(here.workbench.market.announcement, MARKET);
  await tab('Pull').click();
  expect(await here.visitor.sidebar.getByLabel('Item numbers').inputValue()).toBe('9SIAFIRST');
});

test('tests a connection on save and asks only for the invalid field', async () => {
  const { sidebar } = here.visitor;
  await tab('Connect').click();
  await button(/^Edit /).click();
  await sidebar.getByLabel('Secret key').fill('wrong');
  await button('Save').click();
  await sidebar.getByText('The secret key was not accepted').first().waitFor();
  expect(await sidebar.getByLabel('API key').count()).toBe(0);
  await sidebar.getByLabel('Secret key').fill(here.workbench.market.announcement.secretKey);
  await here.visitor.page.keyboard.press('Enter');
  const saved = sidebar.locator('.notice', { hasText: 'was saved. Connected as seller' });
  await saved.waitFor();
  await button(/^Test /).click();
  await sidebar.locator('.card .mark.good').first().waitFor();
  expect(await saved.count()).toBe(0);
});

test('deletes buyer data only after a confirmation', async () => {
  const person = here.visitor.sidebar.getByRole('switch', { name: 'Names and addresses' });
  await person.click();
  await button('Turn on').click();
  await expect.poll(() => person.getAttribute('aria-checked')).toBe('true');
  await person.click();
  await here.visitor.sidebar.getByText('Delete buyer names and addresses?').waitFor();
  await here.visitor.screenshot('buyer-data-off');
  await button('Leave on').click();
  expect(await person.getAttribute('aria-checked')).toBe('true');
  await person.click();
  await button('Turn off').click();
  await expect.poll(() => person.getAttribute('aria-checked')).toBe('false');
  const destination = here.visitor.sidebar.getByRole('switch', { name: 'Destination state and country' });
  await destination.click();
  await expect.poll(() => destination.getAttribute('aria-checked')).toBe('true');
  await destination.click();
  await here.visitor.sidebar.getByText('Delete states and countries?').waitFor();
  await button('Turn off').click();
  await expect.poll(() => destination.getAttribute('aria-checked')).toBe('false');
  expect(here.visitor.errors).toEqual([]);
});

test('keeps a question that was opened while an earlier choice was being saved', async () => {
  const { page, sidebar } = here.visitor;
  const destination = sidebar.getByRole('switch', { name: 'Destination state and country' });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    '**/api/run*',
    async (route) => {
      const response = await route.fetch();
      await answered;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await destination.click();
  await comeBack();
  await expect.poll(() => destination.getAttribute('aria-checked')).toBe('true');
  await destination.click();
  await sidebar.getByText('Delete states and countries?').waitFor();
  answer();
  await sidebar.getByText('Saved.').waitFor({ state: 'attached' });
  await button('Turn off').click();
  await expect.poll(() => destination.getAttribute('aria-checked')).toBe('false');
});
