/** Calls to Google's services, which cost 20 to 300 ms each whatever they do: what people do asks no more of them than this. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { Patience, PULLS } from './patience-workloads.ts';

/** At a latency of 1, exactly: fewer is better, and more has a reason that is written here. */
const MOST = {
  pulls: {
    // Findings, Today and Rules are made by the first, and looked after by each.
    // Before rows are written it is looked whether they still stand where they were read. How often prices change is worked
    // out to the second, so that a second pull of them writes more where its clock says so. Each keeps until when Today told.
    // The first stores which sheet each table is on, which spares a cold formula a call per sheet, and hides the helper
    // sheets, a call each.
    // The workbook's ID, which says which connections it may use, is one more.
    // The order of rows is read again after a sort, the locale and the recalculation setting once.
    orders: [200, 69],
    inventory: [175, 62],
    'price-history': [161, 63],
    'ad-performance': [161, 54],
    'ad periods': [161, 53],
    keywords: [150, 63],
    'lookup-report': [179, 59],
  },
  // The workbook's ID says which connections it may use; an opened sidebar stores its token.
  coldFormula: 24,
  fullColdFormula: 25,
  warmFormula: 2,
  sidebar: 13,
  nothingDue: 12,
} as const;

let workbooks: Patience;
beforeAll(() => {
  workbooks = new Patience(1);
});
afterAll(() => workbooks.close());

describe.each(isLong ? PULLS : PULLS.slice(0, 1))('pulls of %s', (name) => {
  test('the first and the second', async () => {
    const [first, second] = await workbooks.pull(name);
    const [mostAtFirst, most] = MOST.pulls[name];
    expect(first.calls).toBeLessThanOrEqual(mostAtFirst);
    expect(second.calls).toBeLessThanOrEqual(most);
  });
});

test('a formula whose value nobody knows, and one that is known', async () => {
  const [cold, warm] = await workbooks.formula();
  expect(cold.calls).toBeLessThanOrEqual(MOST.coldFormula);
  expect(warm.calls).toBe(MOST.warmFormula);
});

test('the same in a workbook of twenty sheets', async () => {
  expect((await workbooks.formulaInFullWorkbook()).calls).toBeLessThanOrEqual(MOST.fullColdFormula);
});

test('opening the sidebar', async () => {
  expect((await workbooks.sidebar()).calls).toBeLessThanOrEqual(MOST.sidebar);
});

test('the trigger where nothing is due', async () => {
  expect((await workbooks.nothingDue()).calls).toBeLessThanOrEqual(MOST.nothingDue);
});
