import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { visit } from './visit.ts';
import { Visitor } from './visitor.ts';

const here = visit({ clock: true });
const notes = (visitor: Visitor) => visitor.page.locator('.toast-note');

function run(body: string, user = here.workbench.host.owner) {
  const invocation = { type: 'eval' as const, body, sheetId: null, base: '' };
  return here.workbench.host.execute({ kind: 'menu', name: 'eval', invocation, user });
}

test.each([
  ["'five'", false],
  ["'six', 'Title', 6", false],
  ["'more', 'Title', 900", true],
  ["'until closed', 'Title', -1", true],
])('toast(%s) still shows after ten minutes: %s', async (args, stays) => {
  await run(`ss.toast(${args})`);
  await notes(here.visitor).waitFor();
  await here.visitor.page.clock.fastForward('10:00');
  expect(await notes(here.visitor).count()).toBe(stays ? 1 : 0);
  if (stays) await notes(here.visitor).getByRole('button', { name: 'Dismiss' }).click();
});

test('toasts appear while the script runs, are replaced by newer ones, and can be closed', async () => {
  let proceed = () => {};
  const gate = createServer((_, response) => {
    proceed = () => response.end('on');
  });
  await new Promise<void>((done) => gate.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}/`;
  const running = run(`ss.toast('Working…', '', -1); UrlFetchApp.fetch('${url}'); ss.toast('Done.', '', -1)`);
  await notes(here.visitor).filter({ hasText: 'Working…' }).waitFor();
  await here.visitor.screenshot('toast-while-running');
  proceed();
  expect((await running).ok).toBe(true);
  await notes(here.visitor).filter({ hasText: 'Done.' }).waitFor();
  expect(await notes(here.visitor).allTextContents()).toEqual(['Done.×']);
  await notes(here.visitor).getByRole('button', { name: 'Dismiss' }).click();
  expect(await notes(here.visitor).count()).toBe(0);
  gate.close();
});

test('toasts appear only for the user who runs the script, and never for scheduled runs', async () => {
  const other = await Visitor.arrive(here.workbench.url, here.browser, 'editor@shop.example');
  const invocation = { type: 'eval' as const, body: "ss.toast('by the clock')", sheetId: null, base: '' };
  await here.workbench.host.execute({ kind: 'trigger', name: 'eval', invocation });
  await run("ss.toast('for you', '', -1)", 'editor@shop.example');
  await notes(other).filter({ hasText: 'for you' }).waitFor();
  await run("ss.toast('for the owner', '', -1)");
  await notes(here.visitor).filter({ hasText: 'for the owner' }).waitFor();
  expect(await notes(other).allTextContents()).toEqual(['for you×']);
  expect(await notes(here.visitor).allTextContents()).toEqual(['for the owner×']);
  expect(here.visitor.errors).toEqual([]);
});
