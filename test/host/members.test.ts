import { type Node, parse } from 'acorn';
import { afterAll, describe, expect, test } from 'vitest';
import { longTest } from '../effort.ts';
import { readBundle } from './bundle.ts';
import { freshBundle } from './fresh-bundle.ts';
import { memberRows, members, quoted, rowsBelow } from './members.ts';
import { declarations } from './services/reference.ts';
import { parseScenario, runScenario } from './steps/scenario.ts';
import { World } from './steps/world.ts';

const listedNames = new Set([...members].map((member) => member.split('.')[1]!));

const { members: declared, enumerations } = declarations();

test("every listed member exists in Google's types", () => {
  const consoles = new Set(['log', 'info', 'warn', 'error', 'time', 'timeEnd'].map((name) => `console.${name}`));
  // Documented, but missing from the published types.
  const documented = new Set(['AuthorizationInfo.getAuthorizedScopes']);
  const foreign = [...members].filter((each) => {
    const [name, member] = each.split('.') as [string, string];
    return !consoles.has(each) && !documented.has(each) && !declared.get(name)?.has(member);
  });
  expect(foreign).toEqual([]);
  expect(members.size).toBeGreaterThan(300);
});

const isCheck = (code: string) => /^[a-z]+(-[a-z]+)+$/.test(code);

describe('assumptions in the README', () => {
  const assumed = [...rowsBelow('What it emulates'), ...memberRows].filter((cells) => /\bassumed\b/.test(cells[2]!));

  test.each(assumed.map((cells) => [cells[0]!, cells.slice(3).join('|')]))('can be checked: %s', (_, check) => {
    const [code] = quoted(check);
    // The probes of the installation check have their own tests.
    if (isCheck(code!)) return;
    expect(code, 'must be a function to paste into a script').toMatch(/\bfunction check\(\)/);
    parse(code!, { ecmaVersion: 2020 });
  });

  test('are marked as such, and all other rows as documented or measured', () => {
    expect(assumed.length).toBeGreaterThan(15);
    for (const cells of memberRows) expect(cells[2]).toMatch(/^(documented|measured|assumed)$/);
  });
});

describe('the built bundle', () => {
  const bundle = readBundle(freshBundle());
  const world = new World(bundle);
  longTest('uses only listed members when it runs', async () => {
    const connection = (announced: { sellerId: string; apiKey: string; secretKey: string }) => ({
      name: 'Shop',
      baseUrl: 'https://market.test',
      sellerId: announced.sellerId,
      apiKey: announced.apiKey,
      secretKey: announced.secretKey,
    });
    const run = async (...steps: object[]) => {
      const lines: { ok: boolean; value: never }[] = [];
      const text = steps.map((step) => JSON.stringify(step)).join('\n');
      await runScenario(parseScenario(text), world, (line) => lines.push(JSON.parse(line)));
      return lines;
    };
    const [, market] = await run({ open: {} }, { market: { items: 30, orders: 20 } });
    const announced = market!.value as Parameters<typeof connection>[0] & {
      itemNumbers: string[];
      requestIds: string[];
      campaigns: unknown[];
    };
    const demo = JSON.stringify({ ...announced, baseUrl: 'https://market.test' });
    const [item] = announced.itemNumbers;
    const demoSteps = [
      { eval: `PropertiesService.getScriptProperties().setProperty('DEMO_SHOP', ${JSON.stringify(demo)})` },
      { menu: 'Try with the demo shop' },
      { menu: 'Remove the demo shop' },
    ];
    const done = await run(
      { reopen: true },
      { menu: 'Open sidebar' },
      ...demoSteps,
      { connect: connection(announced) },
      { test: 'Shop' },
      { sidebar: ['state'] },
      { pull: { operation: 'orders' } },
      { pull: { operation: 'orders' } },
      { pull: { operation: 'inventory', params: { values: [item] } } },
      { pull: { operation: 'price-history', params: { itemNumbers: [item] } } },
      { cells: { 'Sheet1!A1': `=MARKET_STOCK("${item}")`, 'Sheet1!B1': '=MARKET_STOCK("none")' } },
      { sidebar: ['removeConnection', 'Shop'] },
    );
    expect(done.map(({ ok }) => ok)).toEqual(done.map(() => true));
    const reached = (await world.host()).statistics.members;
    const missing = [...reached].filter((member) => {
      const [name, ...rest] = member.split('.') as [string, ...string[]];
      return rest.length === 1 && !enumerations.has(name) && name !== 'User' && !members.has(member);
    });
    expect(missing, 'list these in test/host/members.md').toEqual([]);
    expect(reached.size).toBeGreaterThan(40);
  });
  afterAll(() => world.close());

  test('names only listed members in its code, even in code that did not run', () => {
    const { used, own } = namesIn(bundle.code);
    const services = [...declared].flatMap(([name, own]) => (isEmulated(name) ? [...own] : []));
    const unlisted = [...new Set(services)].filter(
      (name) => used.has(name) && !own.has(name) && !isOfLanguage(name) && !listedNames.has(name),
    );
    expect(unlisted, 'list these in test/host/members.md').toEqual([]);
    // The bundle calls these members, so a working scan finds them.
    for (const name of ['getActiveSpreadsheet', 'fetchAll', 'tryLock', 'createMenu']) expect(used).toContain(name);
  });
});

function isEmulated(name: string): boolean {
  return memberRows.some(([cell]) => quoted(cell!)[0] === name);
}

const ofLanguage = new Set(
  [Array, String, Map, Set, Date, RegExp, Promise, Object, Function, Number, JSON, Math, Symbol, Error].flatMap(
    (each) => [
      ...Object.getOwnPropertyNames(each),
      ...Object.getOwnPropertyNames((each as { prototype?: object }).prototype ?? {}),
    ],
  ),
);

function isOfLanguage(name: string): boolean {
  return ofLanguage.has(name);
}

/** The members that the code reads, and those that its own objects define. */
function namesIn(code: string): { used: Set<string>; own: Set<string> } {
  const used = new Set<string>();
  const own = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, computed, property, key } = node as Node & Record<string, { name?: string } | boolean>;
    const nameOf = (part: unknown) => (part as { name?: string } | undefined)?.name;
    if (type === 'MemberExpression' && !computed && nameOf(property)) used.add(nameOf(property)!);
    if ((type === 'Property' || type === 'MethodDefinition') && !computed && nameOf(key)) own.add(nameOf(key)!);
    Object.values(node).forEach(visit);
  };
  visit(parse(code, { ecmaVersion: 2020 }));
  return { used, own };
}
