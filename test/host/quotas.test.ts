import { afterAll, describe, expect, test } from 'vitest';
import { sampleHost, settledValue } from './sample-host.ts';

const code = `
  function use(quota, count) {
    const store = PropertiesService.getUserProperties();
    for (let i = 0; i < count; i++) store.getProperty('k');
  }
  /** @customfunction */
  function READ() { return PropertiesService.getDocumentProperties().getProperty('k') }
`;
const tooMany = 'Service invoked too many times for one day: properties.';

describe.each([
  ['consumer', 50_000, 20_000],
  ['workspace', 500_000, 100_000],
] as const)('with a %s account', (account, properties, fetches) => {
  const { host, close } = sampleHost(code, { account });
  afterAll(close);
  const read = async (count: number, user = 'a@x') =>
    settledValue(await host.call('menu', 'use', ['properties', count], { user }));

  test('every property call counts, separately per user', async () => {
    host.quotas.spend('properties', 'a@x', properties - 3);
    await read(2);
    await expect(read(2)).rejects.toThrow(tooMany);
    await read(2, 'editor@x');
    // A formula's calls count toward the current user's quota.
    const formula = await host.call('formula', 'READ', [], { mode: 'CUSTOM_FUNCTION' });
    expect(formula).toMatchObject({ ok: false, error: { message: tooMany } });
    host.clock.moveTo(host.clock.now() + 86_400_000);
    await read(2);
  });

  test('fetches stop at the quota and resume 24 hours after the first fetch', () => {
    const spend = (count: number) => host.quotas.spend('urlfetch', 'a@x', count);
    spend(1);
    host.clock.moveTo(host.clock.now() + 3_600_000);
    spend(fetches - 1);
    expect(() => spend(1)).toThrow('Service invoked too many times for one day: urlfetch.');
    host.clock.moveTo(host.clock.now() + 86_400_000 - 3_600_001);
    expect(() => spend(1)).toThrow();
    host.clock.moveTo(host.clock.now() + 1);
    spend(1);
  });
});
