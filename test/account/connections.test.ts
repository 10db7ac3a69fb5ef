/** Credentials are trimmed, stored only for the user, and never shown again. */
import { describe, expect, test } from 'vitest';
import {
  type ConnectionFields,
  connectionOf,
  findConnection,
  isConfirmed,
  listConnections,
  removeConnection,
  saveConnection,
  testConnection,
} from '../../src/account/connections.ts';
import { allow, choicesHere, confirmJobs } from '../../src/account/person.ts';
import { answer } from '../../src/app/registry.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import type { Storefront } from '../../src/protocol/operation.ts';
import { arrival, envelope, serviceError } from '../protocol/arrivals.ts';
import { faultOf } from '../protocol/fault.ts';
import { inMemoryPorts } from '../support/in-memory-ports.ts';

const TYPED = {
  name: 'Shop',
  baseUrl: 'https://api.market.example',
  sellerId: 'A006',
  apiKey: 'abcdefghijklmnop',
  secretKey: 'ABCDEFGHIJKLMNOP',
};

const nobody = () => inMemoryPorts(() => arrival('', 404));

describe('renaming', () => {
  test('keeps keys, settings and the default, and removes the old name', () => {
    const ports = nobody();
    saveConnection(ports, { ...TYPED, settings: { envelopeWord: 'Brand' } });
    saveConnection(ports, { ...TYPED, name: 'Other' });
    const fields = { ...TYPED, apiKey: '', secretKey: '', name: 'New name', before: 'Shop' };
    expect(saveConnection(ports, fields)).toMatchObject({ name: 'New name', isDefault: true });
    expect(findConnection(ports.user)).toMatchObject({
      ...TYPED,
      name: 'New name',
      settings: { envelopeWord: 'Brand' },
    });
    expect(listConnections(ports).map(({ name }) => name)).toEqual(['New name', 'Other']);
  });

  test('to a taken name or from an unknown name is rejected without changes', () => {
    const ports = nobody();
    saveConnection(ports, TYPED);
    saveConnection(ports, { ...TYPED, name: 'Other' });
    const stored = JSON.stringify([...ports.user.values]);
    for (const [name, before] of [
      ['Other', 'Shop'],
      ['New', 'Nobody'],
    ] as const)
      expect(faultOf(() => saveConnection(ports, { ...TYPED, name, before })).message).toContain('onnection');
    expect(JSON.stringify([...ports.user.values])).toBe(stored);
  });
});

test.each(['Shop', ' Shop ', ''])('a new connection named %j never replaces an existing one', (name) => {
  const ports = nobody();
  const first = { ...TYPED, name };
  saveConnection(ports, { ...first, before: null });
  const stored = JSON.stringify([...ports.user.values]);
  const message = `A connection named "${name.trim() || 'My shop'}" already exists. Enter another name.`;
  for (const other of [first, { ...first, sellerId: 'B1' }])
    expect(faultOf(() => saveConnection(ports, { ...other, before: null })).message).toBe(message);
  expect(JSON.stringify([...ports.user.values])).toBe(stored);
});

describe('saving', () => {
  test('case 65: removes blanks, line breaks and invisible characters from pasted keys', () => {
    const ports = nobody();
    saveConnection(ports, {
      ...TYPED,
      sellerId: ' A006\n',
      apiKey: ' abcdefgh\nijklmnop \uFEFF',
      secretKey: '\u200BABCDEFGHIJKLMNOP\r\n',
      baseUrl: ' https://api.market.example/ ',
    });
    expect(findConnection(ports.user)).toEqual({
      ...TYPED,
      format: 'json',
      version: '314',
      storefronts: ['main', 'business', 'canadian'],
    });
  });

  test('case 65: saving, listing, and the sidebar never return a key', () => {
    const ports = nobody();
    const shown = [
      saveConnection(ports, TYPED),
      listConnections(ports),
      answer(ports, 'state', []),
      answer(ports, 'listConnections', []),
      answer(ports, 'saveConnection', [TYPED]),
      answer(ports, 'testConnection', ['Shop']),
      answer(ports, 'removeConnection', ['Shop']),
      ports.logged,
    ];
    const text = JSON.stringify(shown);
    expect(text).toContain('…mnop');
    expect(text).not.toContain(TYPED.apiKey);
    expect(text).not.toContain(TYPED.secretKey);
    expect(text).not.toContain('lmnop');
  });

  test('a short key is hidden completely', () => {
    const { apiKey, secretKey } = saveConnection(nobody(), {
      ...TYPED,
      apiKey: 'short-key',
      secretKey: 'abc',
    });
    expect([apiKey, secretKey]).toEqual(['…', '…']);
  });

  test('stores keys only for the user', () => {
    const ports = nobody();
    saveConnection(ports, TYPED);
    expect(JSON.stringify([...ports.user.values])).toContain(TYPED.secretKey);
    expect([...ports.document.values]).toEqual([]);
  });

  test('keeps saved keys if the fields are blank, and replaces everything else', () => {
    const ports = nobody();
    saveConnection(ports, TYPED);
    saveConnection(ports, {
      ...TYPED,
      apiKey: '',
      secretKey: ' ',
      baseUrl: `${TYPED.baseUrl}/ `,
      format: 'XML',
      version: '305',
    });
    expect(findConnection(ports.user, 'Shop')).toMatchObject({
      apiKey: TYPED.apiKey,
      secretKey: TYPED.secretKey,
      baseUrl: TYPED.baseUrl,
      format: 'xml',
      version: '305',
    });
    expect(listConnections(ports)).toHaveLength(1);
  });

  test.each([
    ['another address', { baseUrl: 'https://api.market.example.evil' }],
    ['another path', { baseUrl: `${TYPED.baseUrl}/collect` }],
    ['another seller', { sellerId: 'B007' }],
    ['another address under a new name', { baseUrl: 'https://evil.example', name: 'New', before: 'Shop' }],
  ])('%s needs both keys again, and nothing changes without them', (_, changes) => {
    const ports = nobody();
    saveConnection(ports, TYPED);
    const stored = JSON.stringify([...ports.user.values]);
    const { apiKey, secretKey } = { apiKey: 'another-api-key', secretKey: 'another-secret' };
    for (const keys of [{}, { apiKey }, { secretKey }]) {
      const blank = { ...TYPED, apiKey: '', secretKey: '', ...changes, ...keys };
      const error = faultOf(() => saveConnection(ports, blank));
      expect([error.code, error.message]).toEqual([
        'MARKET_ARGUMENT',
        expect.stringContaining('enter both keys again'),
      ]);
      expect(JSON.stringify([...ports.user.values])).toBe(stored);
    }
    saveConnection(ports, { ...TYPED, ...changes, apiKey, secretKey });
    expect(listConnections(ports)).toHaveLength(1);
    expect(findConnection(ports.user)).toMatchObject({ apiKey, secretKey });
  });

  test('blank keys under a new name are missing', () => {
    const ports = nobody();
    saveConnection(ports, TYPED);
    const error = faultOf(() => saveConnection(ports, { ...TYPED, name: 'Other', apiKey: '' }));
    expect(error.message).toContain('API key');
  });

  test.each([
    ['an address without a protocol', { baseUrl: 'api.market.example' }, 'API address'],
    ['text before the address', { baseUrl: 'see https://api.market.example' }, 'API address'],
    ['an address with a question mark', { baseUrl: 'https://api.market.example/?a=1' }, 'API address'],
    ['an address with a password', { baseUrl: 'https://me:pass@api.market.example' }, 'API address'],
    ['a script as address', { baseUrl: 'javascript:alert(1)' }, 'API address'],
    ['no address', { baseUrl: '' }, 'API address'],
    ['plain http', { baseUrl: 'http://api.market.example' }, 'https'],
    ['plain http to a name like this machine', { baseUrl: 'http://localhost.evil.example' }, 'https'],
    ['plain http to a number like this machine', { baseUrl: 'http://127.0.0.1.evil.example' }, 'https'],
    ['plain http with this machine in its path', { baseUrl: 'http://evil.example/http://localhost/' }, 'https'],
    ['no seller', { sellerId: ' ' }, 'seller ID'],
    ['no API key', { apiKey: '' }, 'API key'],
    ['no secret key', { secretKey: undefined }, 'secret key'],
    ['a key with characters that headers do not allow', { apiKey: 'abcdefghé' }, 'key'],
    ['a version that is not a number', { version: 'latest' }, 'version'],
    ['a version with a prefix', { version: 'v314' }, 'version'],
    ['a version with a suffix', { version: '314b' }, 'version'],
    ['a version that is too long', { version: '31400' }, 'version'],
    ['a version that does not exist', { version: '303' }, 'lowest is 304'],
    ['a storefront that does not exist', { storefronts: ['moon'] }, 'storefront'],
    ['a very long name', { name: 'x'.repeat(61) }, 'name'],
  ])('%s is rejected and nothing is saved', (_, changes, says) => {
    const ports = nobody();
    const error = faultOf(() => saveConnection(ports, { ...TYPED, ...changes } as ConnectionFields));
    expect(error.code).toBe('MARKET_ARGUMENT');
    expect(error.message).toContain(says);
    expect(error.message).not.toContain(TYPED.secretKey);
    expect(ports.user.values.size).toBe(0);
  });

  test.each([undefined, null, 'text', 5])('rejects %o in place of fields', (input) => {
    expect(faultOf(() => saveConnection(nobody(), input as never)).code).toBe('MARKET_ARGUMENT');
  });

  test.each(['http://localhost:8080', 'HTTP://127.0.0.1', 'http://127.9.8.7/path', 'http://[::1]:80/'])(
    'plain http to this machine is allowed: %s',
    (baseUrl) => {
      expect(saveConnection(nobody(), { ...TYPED, baseUrl }).baseUrl).toBe(baseUrl.replace(/\/$/, ''));
    },
  );

  test('an address may contain http: after its start', () => {
    const baseUrl = 'https://proxy.example/http://market';
    expect(saveConnection(nobody(), { ...TYPED, baseUrl }).baseUrl).toBe(baseUrl);
  });

  test('stores storefronts in a fixed order', () => {
    const ports = nobody();
    expect(saveConnection(ports, { ...TYPED, storefronts: ['canadian', 'main'] }).storefronts).toEqual([
      'main',
      'canadian',
    ]);
    expect(saveConnection(ports, { ...TYPED, storefronts: [] }).storefronts).toEqual(['main', 'business', 'canadian']);
  });
});

describe('settings', () => {
  const list = (ports: ReturnType<typeof nobody>) => listConnections(ports).map(({ settings }) => settings);

  test('are stored and listed only if they differ from the default', () => {
    const ports = nobody();
    const settings = {
      envelopeWord: 'Acme',
      capCodes: '429',
      jsonRequestRoot: 'no',
      callTimeoutSeconds: '30',
    };
    expect(saveConnection(ports, { ...TYPED, settings }).settings).toEqual({
      envelopeWord: 'Acme',
      callTimeoutSeconds: 30,
    });
    expect(list(ports)).toEqual([{ envelopeWord: 'Acme', callTimeoutSeconds: 30 }]);
    expect([...ports.user.values.values()].join()).not.toContain('429');
  });

  test('stay if omitted, and are removed if blank', () => {
    const ports = nobody();
    saveConnection(ports, { ...TYPED, settings: { envelopeWord: 'Acme', voidSoonPlace: 'body' } });
    saveConnection(ports, { ...TYPED, apiKey: '' });
    expect(list(ports)).toEqual([{ envelopeWord: 'Acme', voidSoonPlace: 'body' }]);
    saveConnection(ports, { ...TYPED, settings: { envelopeWord: ' ', voidSoonPlace: 'body' } });
    expect(list(ports)).toEqual([{ voidSoonPlace: 'body' }]);
    saveConnection(ports, { ...TYPED, settings: {} });
    expect(list(ports)).toEqual([undefined]);
  });

  test.each([
    [{ callTimeoutSeconds: '3' }, '"Seconds to wait for a response" takes a whole number from 5 to 300, not "3".'],
    [{ jsonRequestRoot: 'perhaps' }, '"JSON requests include the envelope root" takes yes or no, not "perhaps".'],
    [{ voidSoonPlace: 'head' }, '"Where VoidSoon appears" takes criteria or body, not "head".'],
    [{ envelopeWord: 'a"><b' }, 'Brand name in request envelopes'],
    [{ constructor: 'x' }, 'constructor'],
  ])("%o is rejected by name, and stored settings don't change", (settings, says) => {
    const ports = nobody();
    saveConnection(ports, { ...TYPED, settings: { envelopeWord: 'Acme' } });
    const error = faultOf(() => saveConnection(ports, { ...TYPED, settings }));
    expect(error.code).toBe('MARKET_ARGUMENT');
    expect(error.message).toContain(says);
    expect(list(ports)).toEqual([{ envelopeWord: 'Acme' }]);
  });
});

describe('several connections', () => {
  function two() {
    const ports = nobody();
    const first = saveConnection(ports, { ...TYPED, name: 'Zebra' });
    const second = saveConnection(ports, { ...TYPED, name: 'Ant' });
    return { ports, first, second };
  }

  const defaults = (ports: ReturnType<typeof nobody>) =>
    listConnections(ports)
      .filter(({ isDefault }) => isDefault)
      .map(({ name }) => name);

  test('the first one is the default until another is chosen', () => {
    const { ports, first, second } = two();
    expect([first.isDefault, second.isDefault]).toEqual([true, false]);
    expect(defaults(ports)).toEqual(['Zebra']);
    expect(findConnection(ports.user).name).toBe('Zebra');
    saveConnection(ports, { ...TYPED, name: 'Ant', isDefault: true });
    expect(defaults(ports)).toEqual(['Ant']);
  });

  test('are found by name', () => {
    expect(findConnection(two().ports.user, ' Ant ').name).toBe('Ant');
  });

  test('lists the known names for an unknown name', () => {
    const error = faultOf(() => findConnection(two().ports.user, 'Bee'));
    expect(error.code).toBe('MARKET_NO_CONNECTION');
    expect(error.message).toContain('"Bee"');
    expect(error.message).toContain('Ant');
    expect(error.message).toContain('Zebra');
  });

  test('explains the next step if no connection exists', () => {
    const error = faultOf(() => findConnection(nobody().user));
    expect(error.code).toBe('MARKET_NO_CONNECTION');
    expect(error.message).toContain('Connect');
  });

  test("removing the default doesn't give its jobs in other spreadsheets to the next one", () => {
    const { ports } = two();
    const elsewhere = { ...ports.user, workbook: () => 'other' };
    for (const name of ['Zebra', 'Ant']) allow(elsewhere, name);
    confirmJobs(elsewhere, [{ id: 'j1', connection: '' }], new Set(['j1']));
    expect(isConfirmed(elsewhere, 'j1', undefined)).toBe(true);
    removeConnection(ports, 'Zebra');
    expect(isConfirmed(elsewhere, 'j1', undefined)).toBe(false);
  });

  test('removing one deletes its data, and another becomes the default', () => {
    const { ports } = two();
    const left = removeConnection(ports, 'Zebra');
    expect(left.map(({ name, isDefault }) => [name, isDefault])).toEqual([['Ant', true]]);
    expect(JSON.stringify([...ports.user.values])).not.toContain('Zebra');
    removeConnection(ports, 'Ant');
    // The user keeps the same ID.
    expect([...ports.user.values.keys()]).toEqual(['person', 'workbook.book']);
    expect(choicesHere(ports.user)).toEqual({ uses: [] });
  });
});

describe('testing a connection', () => {
  function tried(
    answer: (request: HttpRequest) => HttpResult,
    storefronts: readonly Storefront[] = ['main', 'business', 'canadian'],
  ) {
    const ports = inMemoryPorts(answer);
    saveConnection(ports, { ...TYPED, storefronts });
    return { ports, trial: () => testConnection(ports, 'Shop') };
  }

  /** A service that finds no data for any request. */
  function nothing({ url }: HttpRequest): HttpResult {
    if (url.includes('inventorylist')) return serviceError('CT026');
    if (url.includes('orderinfo')) return serviceError('SO003');
    return envelope({ PriceLogs: [], TotalCount: 0 });
  }

  test('takes one call per storefront', () => {
    const { ports, trial } = tried(nothing);
    expect(trial()).toEqual({
      name: 'Shop',
      message: 'Connected as seller A006.',
      storefronts: [
        { storefront: 'main', ok: true, message: 'Connected.' },
        { storefront: 'business', ok: true, message: 'Connected.' },
        { storefront: 'canadian', ok: true, message: 'Connected.' },
      ],
    });
    expect(ports.requests).toHaveLength(3);
    expect(ports.requests.map(({ url }) => new URL(url).pathname.split('/').slice(1, 4).join('/'))).toEqual([
      'marketplace/contentmgmt/item',
      'marketplace/b2b/ordermgmt',
      'marketplace/can/contentmgmt',
    ]);
  });

  test('accepts the keys if the service only rejects an item that does not exist', () => {
    const { trial } = tried((request) => (request.url.includes('/can/') ? serviceError('CT999') : nothing(request)));
    expect(trial().message).toBe('Connected as seller A006.');
  });

  test('fails if a call is rejected without a code of the service', () => {
    const { trial } = tried((request) =>
      request.url.includes('/can/') ? arrival('Bad Request', 400) : nothing(request),
    );
    expect(trial().message).toBe('Connected as seller A006, but not on canadian.');
  });

  test('names the storefronts that refuse', () => {
    const { trial } = tried((request) =>
      request.url.includes('/b2b/') ? arrival('Gateway: Seller Auth failed.', 401) : nothing(request),
    );
    const { message, storefronts } = trial();
    expect(message).toBe('Connected as seller A006, but not on business.');
    expect(storefronts.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(storefronts[1]!.message).toContain('does not match the keys');
  });

  test.each([
    ['a wrong secret key', serviceError('InvalidToken', 401), 'MARKET_KEY'],
    ['a wrong API key', serviceError('InvalidConsumerKey', 401), 'MARKET_KEY'],
    ['a wrong seller', arrival('Gateway: Seller Auth failed.', 401), 'MARKET_SELLER'],
    ['a firewall', arrival('<html>Denied</html>', 403), 'MARKET_BLOCKED'],
    ['a wrong storefront or address', arrival('', 404), 'MARKET_STOREFRONT'],
    ['an unreachable host', { fault: 'unreachable', message: 'DNS error' }, 'MARKET_UNREACHABLE'],
    ['too many calls', serviceError('429', 429), 'MARKET_CAP'],
    ['case 4: the address of another website', arrival('<!DOCTYPE html><html>Welcome</html>'), 'MARKET_BAD_ANSWER'],
    ['the address of another service', arrival('{"hello":"world"}'), 'MARKET_BAD_ANSWER'],
    ['a service error', serviceError('InternalError', 500), 'MARKET_SERVICE'],
    ['a malformed request', serviceError('CE002'), 'MARKET_SERVICE'],
    ['an unknown error of credentials', serviceError('CE003'), 'MARKET_SERVICE'],
    ['an error of another service', arrival('{"code":400,"message":"Bad Request"}', 400), 'MARKET_SERVICE'],
  ] as const)('reports %s', (_, answer, code) => {
    expect(faultOf(tried(() => answer).trial).code).toBe(code);
  });

  test('reports an unknown connection before any call', () => {
    const { ports } = tried(nothing);
    expect(faultOf(() => testConnection(ports, 'Other')).code).toBe('MARKET_NO_CONNECTION');
    expect(ports.requests).toEqual([]);
  });
});

test("a stored run finds its shop's connection after it was renamed", () => {
  const ports = nobody();
  saveConnection(ports, { ...TYPED, name: 'Old', sellerId: 'A1' });
  saveConnection(ports, { ...TYPED, name: 'Other', sellerId: 'B2' });
  saveConnection(ports, { ...TYPED, name: 'New', sellerId: 'A1', storefronts: ['main'], before: 'Old' });
  saveConnection(ports, { ...TYPED, name: 'Canada', sellerId: 'A1', storefronts: ['canadian'] });
  saveConnection(ports, { ...TYPED, name: 'CA', sellerId: 'A1', storefronts: ['canadian'], before: 'Canada' });
  saveConnection(ports, { ...TYPED, name: 'Main', sellerId: 'B2', storefronts: ['main'], before: 'Other' });
  const nameFor = (connection: string, sellerId: string, storefront: Storefront = 'main') =>
    connectionOf(ports.user, { connection, sellerId, storefront }).name;
  expect(nameFor('Canada', 'A1', 'canadian')).toBe('CA');
  expect(faultOf(() => nameFor('Canada', 'B2', 'canadian')).code).toBe('MARKET_NO_CONNECTION');
  expect([nameFor('Old', 'a1'), nameFor('Other', 'B2')]).toEqual(['New', 'Main']);
  expect(faultOf(() => nameFor('Other', 'C3'))).toMatchObject({
    code: 'MARKET_NO_CONNECTION',
    message: 'You are no longer connected to shop C3. Reconnect it, then pull again.',
  });
});
