import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { longTest } from '../effort.ts';
import { callOfPage } from '../host/steps/product.ts';
import { MARKET } from './demo-shop.ts';
import { visit } from './visit.ts';
import type { Visitor } from './visitor.ts';

const here = visit({ connected: true });
let visitor: Visitor;

beforeAll(async () => {
  visitor = here.visitor;
  await visitor.sidebar.getByRole('tab', { name: 'Connect' }).click();
});

const field = (label: string) => visitor.sidebar.getByLabel(label);
const fold = () => visitor.sidebar.getByText('Advanced settings');
const press = (name: string) => visitor.sidebar.getByRole('button', { name, exact: true }).click();
const options = (select: Locator) => select.locator('option').allTextContents();

async function edit(): Promise<void> {
  await visitor.sidebar.getByRole('button', { name: /^Edit / }).click();
  await fold().click();
}

const testFailure = () => visitor.sidebar.locator('.notice', { hasText: 'was saved, but the test failed.' });

async function save(): Promise<void> {
  await press('Save');
  const { sidebar } = visitor;
  const isBack = sidebar.getByRole('heading', { name: 'Connections' });
  // The simulated marketplace may not support these settings, so the connection test may fail.
  const hasFailed = testFailure();
  await isBack.or(hasFailed).waitFor();
  if (await hasFailed.isVisible()) await press('Close');
  await isBack.waitFor();
}

test('tests a connection on save and asks only for the invalid field', async () => {
  const { sidebar } = visitor;
  await sidebar.getByRole('button', { name: /^Edit / }).click();
  await sidebar.getByLabel('Secret key').fill('wrong');
  await press('Save');
  await sidebar.getByText('The secret key was not accepted').first().waitFor();
  expect(await sidebar.getByLabel('API key').count()).toBe(0);
  // Typing elsewhere doesn't scroll back to the error.
  await press('Show all fields');
  await fold().click();
  const last = sidebar.getByRole('textbox').last();
  await last.focus();
  const scrolled = () => sidebar.locator('html').evaluate(() => window.scrollY);
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await last.press('1');
  await last.press('Backspace');
  await sidebar.locator('html').evaluate(() => new Promise((done) => setTimeout(done, 100)));
  expect(await scrolled()).toBe(before);
  await sidebar.getByLabel('Secret key').fill(here.workbench.market.announcement.secretKey);
  await visitor.page.keyboard.press('Enter');
  const saved = sidebar.locator('.notice', { hasText: 'was saved. Connected as seller' });
  await saved.waitFor();
  await sidebar.getByRole('button', { name: /^Test / }).click();
  await sidebar.locator('.card .mark.good').first().waitFor();
  expect(await saved.count()).toBe(0);
});

test('deletes buyer data only after a confirmation', async () => {
  const person = visitor.sidebar.getByRole('switch', { name: 'Names and addresses' });
  await person.click();
  await press('Turn on');
  await expect.poll(() => person.getAttribute('aria-checked')).toBe('true');
  await person.click();
  await visitor.sidebar.getByText('Delete buyer names and addresses?').waitFor();
  await visitor.screenshot('buyer-data-off');
  await press('Leave on');
  expect(await person.getAttribute('aria-checked')).toBe('true');
  await person.click();
  await press('Turn off');
  await expect.poll(() => person.getAttribute('aria-checked')).toBe('false');
  const destination = visitor.sidebar.getByRole('switch', { name: 'Destination state and country' });
  await destination.click();
  await expect.poll(() => destination.getAttribute('aria-checked')).toBe('true');
  await destination.click();
  await visitor.sidebar.getByText('Delete states and countries?').waitFor();
  await press('Turn off');
  await expect.poll(() => destination.getAttribute('aria-checked')).toBe('false');
});

test('keeps a question that was opened while an earlier choice was being saved', async () => {
  const { sidebar } = visitor;
  const destination = sidebar.getByRole('switch', { name: 'Destination state and country' });
  const answer = await visitor.holdReply('setConsent');
  await destination.click();
  // Focus the sheet, then the sidebar.
  await visitor.goTo('A1');
  await sidebar.getByRole('tab', { name: 'Connect' }).click();
  await expect.poll(() => destination.getAttribute('aria-checked')).toBe('true');
  await destination.click();
  await sidebar.getByText('Delete states and countries?').waitFor();
  answer();
  await sidebar.getByText('Saved.').waitFor({ state: 'attached' });
  await press('Turn off');
  await expect.poll(() => destination.getAttribute('aria-checked')).toBe('false');
});

test('shows the default, reason, and limits of each setting', async () => {
  await visitor.sidebar.getByRole('button', { name: /^Edit / }).click();
  expect(await field('Brand name in request envelopes').count()).toBe(0);
  await fold().click();
  const word = field('Brand name in request envelopes');
  expect(await word.inputValue()).toBe('');
  expect(await word.getAttribute('placeholder')).toBe('Market');
  expect(await options(field('Where VoidSoon appears'))).toEqual(['in RequestCriteria (default)', 'in RequestBody']);
  expect(await options(field('JSON requests include the envelope root'))).toEqual(['no (default)', 'yes']);
  const { sidebar } = visitor;
  await sidebar.getByText('the specification uses a placeholder').waitFor();
  await sidebar.getByText('From 5 to 300.').waitFor();
  await press('Cancel');
});

test('saves settings, counts them in the list, and shows them in a new sidebar', async () => {
  await edit();
  await field('Brand name in request envelopes').fill('Acme');
  await field('JSON requests include the envelope root').selectOption('yes');
  await field('Price changes per call').fill('100');
  await save();
  await visitor.sidebar.getByText('2 settings changed.').waitFor();
  await visitor.screenshot('settings-differ');
  await visitor.openSidebar();
  await visitor.sidebar.getByRole('tab', { name: 'Connect' }).click();
  await visitor.sidebar.getByText('2 settings changed.').waitFor();
  await edit();
  await visitor.sidebar.getByText('Advanced settings (2 set)').waitFor();
  expect(await field('Brand name in request envelopes').inputValue()).toBe('Acme');
  expect(await field('JSON requests include the envelope root').inputValue()).toBe('true');
  expect(await field('Price changes per call').inputValue()).toBe('');
  await press('Cancel');
});

longTest('rejects an out-of-range number at its field and keeps other input', async () => {
  await edit();
  await field('Seconds to wait for a response').fill('3');
  // Collapse the section first, to check that the error expands it.
  await fold().click();
  await press('Save');
  await visitor.sidebar
    .getByRole('alert')
    .getByText('"Seconds to wait for a response" takes a whole number from 5 to 300, not "3".')
    .waitFor();
  const seconds = field('Seconds to wait for a response');
  await expect.poll(() => seconds.getAttribute('aria-invalid')).toBe('true');
  expect(await field('Brand name in request envelopes').inputValue()).toBe('Acme');
  await visitor.screenshot('setting-refused');
  await visitor.examineSidebar();
  await seconds.fill('30');
  await save();
  await visitor.sidebar.getByText('3 settings changed.').waitFor();
});

test('shows a setting as the default of a blank field in the pull form', async () => {
  await edit();
  await field('Performance link to use (extUrl)').fill('group/other');
  await save();
  const { sidebar } = visitor;
  await sidebar.getByRole('tab', { name: 'Pull' }).click();
  await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('ad-performance');
  await sidebar.getByText('More options').click();
  expect(await field('Performance link').getAttribute('placeholder')).toBe('Default: group/other');
  await sidebar.getByRole('tab', { name: 'Connect' }).click();
});

test('restores all defaults with one button', async () => {
  await edit();
  await press('Restore defaults');
  expect(await field('Brand name in request envelopes').inputValue()).toBe('');
  await save();
  await visitor.sidebar.getByRole('button', { name: /^Edit / }).waitFor();
  expect(await visitor.sidebar.getByText(/settings? changed/).count()).toBe(0);
  expect(visitor.errors).toEqual([]);
});

test('asks for both keys again after a change of address or seller, and not if it is reverted', async () => {
  const { sidebar } = visitor;
  const again = sidebar.getByText('For security, enter both keys again.', { exact: true });
  await sidebar.getByRole('button', { name: /^Edit / }).click();
  const keys = [field('API key'), field('Secret key')];
  const required = () => Promise.all(keys.map((key) => key.getAttribute('aria-required')));
  for (const [label, other] of [
    ['API address', 'https://elsewhere.test'],
    ['Seller ID', 'A999'],
  ] as const) {
    const before = await field(label).inputValue();
    expect([await again.count(), await required()]).toEqual([0, [null, null]]);
    await field(label).fill(other);
    await expect.poll(() => again.count()).toBe(2);
    expect(await required()).toEqual(['true', 'true']);
    await press('Save');
    await sidebar.getByRole('alert').getByText('enter both keys again').waitFor();
    await field(label).fill(` ${before}`);
    await expect.poll(() => again.count()).toBe(0);
  }
  await save();
  expect(visitor.errors).toEqual([]);
});

longTest('asks for another name if a new connection without one would replace the first', async () => {
  const { sidebar } = visitor;
  const other = { sellerId: 'B999', apiKey: 'k'.repeat(32), secretKey: 's'.repeat(32) };
  await visitor.saveConnection(other, MARKET);
  await sidebar
    .getByRole('alert')
    .getByText('A connection named "My shop" already exists. Enter another name.')
    .waitFor();
  await visitor.screenshot('name-taken');
  await press('Cancel');
  await sidebar.getByRole('heading', { name: 'Connections' }).waitFor();
  expect(await sidebar.getByRole('button', { name: /^Edit / }).count()).toBe(1);
  expect(await sidebar.getByText('B999').count()).toBe(0);
});

test('offers the days to keep buyer data only while it is on, and saves them', async () => {
  const { sidebar } = visitor;
  const days = field('Days to keep buyer data');
  const toggle = sidebar.getByRole('switch', { name: 'Names and addresses' });
  expect(await days.count()).toBe(0);
  await toggle.click();
  await press('Turn on');
  await days.fill('7');
  await press('Save the number of days');
  await visitor.openSidebar();
  await sidebar.getByRole('tab', { name: 'Connect' }).click();
  await expect.poll(() => days.inputValue()).toBe('7');
  await visitor.screenshot('buyer-data-days');
  await toggle.click();
  await press('Turn off');
  await expect.poll(() => days.count()).toBe(0);
});

test('shows accessible confirmations before deletions', async () => {
  const { sidebar } = visitor;
  await sidebar.getByRole('switch', { name: 'Names and addresses' }).click();
  await sidebar.getByRole('button', { name: /^Remove / }).click();
  await sidebar.getByRole('button', { name: 'Keep it' }).waitFor();
  await visitor.examineSidebar();
});

test('a connection test that ends late leaves another form open', async () => {
  const { sidebar } = visitor;
  await sidebar.getByRole('button', { name: /^Edit / }).click();
  const answer = await visitor.holdReply('testConnection');
  await press('Save');
  await sidebar.getByRole('button', { name: 'Testing…' }).waitFor();
  await press('Close');
  await press('Add a connection');
  await field('Name').fill('typed');
  answer();
  await sidebar.getByText('was saved. Connected as seller').waitFor({ state: 'attached' });
  expect(await field('Name').inputValue()).toBe('typed');
  await press('Cancel');
});

test('a connection test that fails late is shown in place of the closed form', async () => {
  const { secretKey } = here.workbench.market.announcement;
  const { sidebar } = visitor;
  await sidebar.getByRole('button', { name: /^Edit / }).click();
  await field('Secret key').fill('wrong');
  const answer = await visitor.holdReply('testConnection');
  await press('Save');
  await sidebar.getByRole('button', { name: 'Testing…' }).waitFor();
  await press('Close');
  answer();
  await testFailure().getByText('The secret key was not accepted').waitFor();
  await sidebar.getByRole('button', { name: /^Edit / }).click();
  await field('Secret key').fill(secretKey);
  await save();
});

test('a question about buyer data applies only to its connection', async () => {
  const { apiKey, secretKey } = here.workbench.market.announcement;
  const other = { name: 'Second', baseUrl: MARKET, sellerId: 'OTHER', apiKey, secretKey };
  expect(await callOfPage(here.workbench.host, 'saveConnection', [other])).toMatchObject({ value: { ok: true } });
  await visitor.openSidebar();
  const { sidebar } = visitor;
  await sidebar.getByRole('tab', { name: 'Connect' }).click();
  await sidebar.getByRole('switch', { name: 'Names and addresses' }).click();
  const question = sidebar.getByText('Pull buyer names and addresses?');
  await question.waitFor();
  await sidebar.getByRole('combobox', { name: 'Connection', exact: true }).selectOption('Second');
  await question.waitFor({ state: 'detached' });
  expect(await sidebar.getByRole('button', { name: 'Turn on', exact: true }).count()).toBe(0);
});
