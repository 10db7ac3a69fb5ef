import { expect, test } from 'vitest';
import { visit } from './visit.ts';
import { Visitor } from './visitor.ts';
const here = visit();
test('look', async () => {
  await here.visitor.menuItem('Try with the demo shop');
  await here.visitor.page.locator('.toast-note', { hasText: 'The tables are filled' }).waitFor({ timeout: 60_000 });
  for (const [w, h] of [[1280, 720], [1440, 900]] as const) {
    await here.visitor.page.setViewportSize({ width: w, height: h });
    await here.visitor.showTab('Today');
    await here.visitor.page.waitForTimeout(1200);
    await here.visitor.page.screenshot({ path: `/tmp/wt/look-${w}.png` });
  }
  await here.visitor.sidebar.getByRole('tab', { name: 'Today' }).click();
  await here.visitor.page.waitForTimeout(1500);
  await here.visitor.showTab('Findings');
  await here.visitor.page.waitForTimeout(800);
  await here.visitor.page.screenshot({ path: `/tmp/wt/look-findings.png` });
  const phone = await here.browser.newContext({ viewport: { width: 390, height: 844 } });
  const onPhone = await Visitor.arrive(here.workbench.url, phone);
  await onPhone.showTab('Today');
  await onPhone.page.waitForTimeout(1200);
  await onPhone.page.screenshot({ path: `/tmp/wt/look-390.png` });
  await phone.close();
  expect(1).toBe(1);
}, 120_000);
