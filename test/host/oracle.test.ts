// The host behaves as live runs, documentation, and logs say that Apps Script does.
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { evaluate } from './steps/eval.ts';
import { defaults, World } from './steps/world.ts';

interface Assertion {
  service: string;
  call: string;
  expected: unknown;
}

const path = new URL('../fixtures/host-oracle.json', import.meta.url);
const assertions = JSON.parse(readFileSync(path, 'utf8')) as Assertion[];

const bundle = { code: '', manifest: {}, customFunctions: [], page: () => undefined };
const world = new World(bundle);
afterAll(() => world.close());

test.each(assertions)('$service: $call', async ({ call, expected }) => {
  // Only add-ons have a minimum interval for triggers.
  const mode = call.includes('everyMinutes') ? 'addon' : 'bound';
  await world.open({ ...defaults, mode });
  const outcome = evaluate(world, call);
  if (isThrow(expected)) await expect(outcome).rejects.toThrow(new RegExp(expected.$throws));
  else expect(JSON.parse(JSON.stringify(await outcome))).toEqual(expected);
});

function isThrow(expected: unknown): expected is { $throws: string } {
  return typeof expected === 'object' && expected !== null && '$throws' in expected;
}
