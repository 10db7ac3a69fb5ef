/** The sidebar keeps up with what is changed elsewhere, takes back what it told, and asks before it deletes. */
import { expect, test } from 'vitest';
import { MARKET } from './demo-shop.ts';
import { visit } from './visit.ts';

const here = visit();

const button = (name: string | RegExp) => here.visitor.sidebar.getByRole('button', { name });
const tab = (name: string) => here.visitor.sidebar.getByRole('tab', { name });

/** Somebody looks at the sheet, and then at the sidebar again. */
async function comeBack(): Promise<void> {
  await here.visitor.goTo('A1');
  await tab('Connect').click();
}

async function tryDemoByMenu(): Promise<void> {
  await here.visitor.menuItem('Try with the demo shop');
  await expect.poll(() => here.visitor.tabs(), { timeout: 30_000 }).toContain('Lookup report');
  await here.visitor.page.locator('.toast-note', { hasText: 'The tables are filled' }).waitFor();
}

test('a demo shop that the menu connected and removed comes and goes when somebody comes back', async () => {
  await button('Connect your shop').waitFor();
  await tryDemoByMenu();
  await comeBack();
  await here.visitor.sidebar.getByRole('heading', { name: 'Demo shop' }).waitFor();
  await here.visitor.menuItem('Remove the demo shop');
  await expect.poll(() => here.visitor.tabs()).toEqual(['Sheet1']);
  await comeBack();
  await button('Try with the demo shop').waitFor();
});

test('sheets that went with a demo shop are missed in what was pulled, and not offered any more', async () => {
  const { visitor } = here;
  await tryDemoByMenu();
  await comeBack();
  await visitor.sidebar.getByRole('heading', { name: 'Demo shop' }).waitFor();
  await tab('Pull').click();
  await visitor.sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('orders');
  await button('What will it cost?').click();
  await visitor.sidebar.getByRole('heading', { name: 'What it will cost' }).waitFor();
  expect(await visitor.sidebar.getByText('known after the first page').count()).toBe(0);
  await visitor.screenshot('demo-plan');
  await button(/^Pull$/).click();
  await button('Show sheet Orders').waitFor();
  await tab('Activity').click();
  await button('Show Log').waitFor();
  await visitor.menuItem('Remove the demo shop');
  await expect.poll(() => visitor.tabs()).toEqual(['Sheet1']);
  await tab('Pull').click();
  await button('Show sheet Orders').click();
  // Where it was asked for, in sight.
  const card = visitor.sidebar.getByRole('listitem').filter({ has: button('Show sheet Orders') });
  await card.getByRole('alert').getByText('There is no sheet Orders now.').waitFor();
  await visitor.screenshot('demo-removed-pull');
  await button('Back to the form').click();
  await visitor.sidebar.getByRole('heading', { name: 'Nothing to pull from yet' }).waitFor();
  await tab('Activity').click();
  await button('Show Log').waitFor({ state: 'detached' });
  await visitor.screenshot('demo-removed-activity');
  await comeBack();
  await button('Try with the demo shop').waitFor();
});

test('a form that is being filled in stays as it is', async () => {
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

test('what was typed into the form of a pull is there again after a while without any connection', async () => {
  await tab('Pull').click();
  const what = here.visitor.sidebar.getByRole('combobox', { name: 'What to pull' });
  await what.selectOption('price-history');
  await here.visitor.sidebar.getByLabel('Item numbers').fill('9SIAFIRST');
  await here.visitor.menuItem('Remove the demo shop');
  await expect.poll(() => here.visitor.tabs()).toEqual(['Sheet1']);
  await comeBack();
  await button('Connect your shop').waitFor();
  await tab('Pull').click();
  await here.visitor.sidebar.getByText('Nothing to pull from yet').waitFor();
  await tab('Connect').click();
  await here.visitor.connect(here.workbench.market.announcement, MARKET);
  await tab('Pull').click();
  expect(await here.visitor.sidebar.getByLabel('Item numbers').inputValue()).toBe('9SIAFIRST');
});

test('what was saved is not told above a test of it', async () => {
  await tab('Connect').click();
  await button(/^Edit /).click();
  await here.visitor.sidebar.getByLabel('API key').fill('wrong');
  await here.visitor.sidebar.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = here.visitor.sidebar.locator('.notice', { hasText: 'is saved' });
  await saved.waitFor();
  await button(/^Test /).click();
  await here.visitor.sidebar.getByText('The API key is not accepted').first().waitFor();
  expect(await saved.count()).toBe(0);
  await button(/^Edit /).click();
  await here.visitor.sidebar.getByLabel('API key').fill(here.workbench.market.announcement.apiKey);
  await here.visitor.sidebar.getByRole('button', { name: 'Save', exact: true }).click();
  await saved.waitFor();
});

test('data of buyers is deleted only after a question', async () => {
  const person = here.visitor.sidebar.getByRole('switch', { name: 'Names and addresses' });
  await person.click();
  await button('Turn on').click();
  await expect.poll(() => person.getAttribute('aria-checked')).toBe('true');
  await person.click();
  await here.visitor.sidebar.getByText('Delete names and addresses of buyers?').waitFor();
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
