import { afterAll, expect, test } from 'vitest';
import { sampleHost } from './sample-host.ts';

const { host, evaluate, close } = sampleHost();
afterAll(close);

const MINUTE = 60_000;
const shown = async () => {
  const now = (await evaluate("return ss.getSheetByName('Sheet1').getRange('A1').getValue()")) as Date;
  return (host.clock.now() - now.getTime()) / MINUTE;
};
const pass = (minutes: number) => host.clock.moveTo(host.clock.now() + minutes * MINUTE);

test('NOW keeps its value until a change or until the recalculation interval ends', async () => {
  const sheet = "ss.getSheetByName('Sheet1')";
  await evaluate(`${sheet}.getRange('A1').setFormula('=NOW()')`);
  expect(await shown()).toBeCloseTo(0);
  pass(90);
  expect(await shown()).toBeCloseTo(90);
  await evaluate(`${sheet}.getRange('C1').setValue(1)`);
  pass(10);
  expect(await shown()).toBeCloseTo(10);
  await evaluate('ss.setRecalculationInterval(SpreadsheetApp.RecalculationInterval.HOUR)');
  pass(65);
  expect(await shown()).toBeLessThanOrEqual(60);
  await evaluate('ss.setRecalculationInterval(SpreadsheetApp.RecalculationInterval.MINUTE)');
  pass(65);
  expect(await shown()).toBeLessThanOrEqual(1);
  expect(await evaluate('return ss.getRecalculationInterval().name()')).toBe('MINUTE');
});
