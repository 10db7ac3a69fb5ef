import { afterEach, expect, test } from 'vitest';
import { parseScenario, runScenario } from './steps/scenario.ts';
import { World } from './steps/world.ts';

const code = `
  function onOpen() {}
  function sidebarCall(name, args) {
    PropertiesService.getScriptProperties().setProperty('saved', JSON.stringify([name, args]));
    return { ok: true, value: null };
  }
  function ask(path) {
    const headers = { Authorization: 'Bearer ' + ScriptApp.getOAuthToken() };
    const url = 'https://bigquery.googleapis.com/bigquery/v2/projects/' + path;
    const response = UrlFetchApp.fetch(url, { headers, muteHttpExceptions: true });
    const { error } = JSON.parse(response.getContentText());
    return [response.getResponseCode(), error ? error.errors[0].reason : ''];
  }`;
const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
const CALLS = scope('script.external_request');

let world: World;
afterEach(() => world.close());

async function replies(scopes: string[], ...steps: object[]) {
  const manifest = { oauthScopes: [CALLS, ...scopes] };
  world = new World({ code, manifest, customFunctions: [], page: () => undefined });
  const found: { ok: boolean; value: unknown; error?: { message: string } }[] = [];
  const text = steps.map((step) => JSON.stringify(step)).join('\n');
  await runScenario(parseScenario(text), world, (line) => found.push(JSON.parse(line)));
  return found;
}

const ASK = { eval: "return ask('local-project/datasets')" };

test('the step saves project and location in the add-on, like a seller', async () => {
  const saved = { eval: "return PropertiesService.getScriptProperties().getProperty('saved')" };
  const [started, said] = await replies([], { warehouse: { project: 'mine-1', location: 'EU' } }, saved);
  expect(started).toMatchObject({ ok: true, value: { project: 'mine-1', dataset: 'market_for_sheets' } });
  expect(JSON.parse(String(said!.value))).toEqual(['saveWarehouse', [{ project: 'mine-1', location: 'EU' }]]);
});

test('the step adds the permission, and a token has only scopes that its user grants', async () => {
  const kind = { eval: 'return typeof BigQuery' };
  const refuse = { refuse: [scope('bigquery')] };
  const [, service, granted, , refused] = await replies([], { warehouse: {} }, kind, ASK, refuse, ASK);
  expect(service!.value).toBe('object');
  expect(granted!.value).toEqual([200, '']);
  expect(refused!.value).toEqual([403, 'insufficientPermissions']);
  await world.close();
  const [without] = await replies([], kind);
  expect(without!.value).toBe('undefined');
});

test('errors can be injected, and queries return rows', async () => {
  const fault = { error: 'backendError', at: 'datasets.list', times: 0 };
  const steps = [
    { warehouse: {} },
    { fault: { warehouse: fault } },
    ASK,
    { fault: null },
    ASK,
    { query: 'SELECT 1 AS n' },
  ];
  const [, , struck, , well, rows] = await replies([scope('bigquery')], ...steps);
  expect([struck!.value, well!.value]).toEqual([
    [503, 'backendError'],
    [200, ''],
  ]);
  expect(rows!.value).toEqual([{ n: 1 }]);
  await world.close();
  const [alone, early] = await replies([], { query: 'SELECT 1' }, { fault: { warehouse: fault } });
  for (const { error } of [alone!, early!]) expect(error!.message).toMatch(/No warehouse is running/);
});
