import { afterEach, expect, test } from 'vitest';
import { parseScenario, runScenario } from './steps/scenario.ts';
import { World } from './steps/world.ts';

const code = `
  function onOpen() {
    const menu = SpreadsheetApp.getUi().createMenu('Mine');
    if (typeof BigQuery !== 'undefined') menu.addItem('Export', 'onOpen');
    menu.addToUi();
  }`;
const auth = (name: string) => `https://www.googleapis.com/auth/${name}`;

let world: World;
afterEach(() => world.close());

async function valuesOf(...steps: object[]) {
  const manifest = { oauthScopes: [auth('script.scriptapp')] };
  world = new World({ code, manifest, customFunctions: [], page: () => undefined });
  const values: unknown[] = [];
  await runScenario(parseScenario(steps.map((step) => JSON.stringify(step)).join('\n')), world, (line) =>
    values.push(JSON.parse(line).value ?? line),
  );
  return values;
}

const OPEN = { open: {} };
const SCOPES = {
  eval: 'return ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL).getAuthorizedScopes()',
};

test('optional permissions are missing without a grant', async () => {
  const [opened, scopes] = await valuesOf(OPEN, SCOPES);
  expect(opened).toMatchObject({ menus: [{ title: 'Mine', entries: [] }] });
  expect(scopes).toEqual([auth('script.scriptapp')]);
});

test('a granted permission applies from the first opening, even if the step comes later', async () => {
  const [opened, , scopes] = await valuesOf(OPEN, { grant: ['bigquery', 'email'] }, SCOPES);
  expect(opened).toMatchObject({ menus: [{ title: 'Mine', entries: [{ label: 'Export' }] }] });
  const added = ['bigquery', 'script.send_mail', 'userinfo.email'].map(auth);
  expect(scopes).toEqual([auth('script.scriptapp'), ...added]);
});

test('a scope that the user refuses is not authorized, even if granted', async () => {
  const [, , , scopes] = await valuesOf({ grant: ['email'] }, OPEN, { refuse: [auth('script.send_mail')] }, SCOPES);
  expect(scopes).toEqual([auth('script.scriptapp'), auth('userinfo.email')]);
});

test('an unknown permission makes the scenario invalid', async () => {
  await expect(valuesOf({ grant: ['mail'] })).rejects.toThrow(
    'Unknown permission "mail". Use one of these: email, bigquery.',
  );
});
