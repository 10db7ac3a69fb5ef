/** Limits on Google service calls for common user actions. Each call takes 20 to 300 ms, no matter what it does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { Patience, PULLS } from './patience-workloads.ts';

/** Limits at latency 1. Lower one when fewer calls suffice, and explain increases here. */
const MOST = {
  pulls: {
    // The first pull creates Findings, Today, and Rules, stores each table's sheet (which saves a cold formula one call
    // per sheet), hides the helper sheets with one call each, and wraps two columns of Findings. Every pull updates
    // Findings and Today, stores Today's expiration time, verifies row positions before writing, rereads the row order
    // after a sort, reads the workbook's ID, which determines the allowed connections, and checks the filter of every
    // table that it writes. A later second pull writes more, because price paces are exact to the second. A pull of
    // some items doesn't make Inventory current, so Today reads the Catalog to find out when each item was pulled. Each
    // write to an existing sheet is sent at once, because a refusal might otherwise go unnoticed.
    orders: [200, 83],
    inventory: [182, 69],
    'price-history': [174, 58],
    'ad-performance': [170, 56],
    'ad periods': [172, 56],
    keywords: [162, 71],
    'lookup-report': [184, 61],
  },
  // Includes reading the workbook's ID, which determines the allowed connections. Opening the sidebar stores its token.
  coldFormula: 24,
  fullColdFormula: 25,
  warmFormula: 2,
  sidebar: 13,
  nothingDue: 12,
} as const;

let workbooks: Patience;
beforeAll(() => {
  // A larger shop takes the same calls.
  workbooks = new Patience(1, isLong ? {} : { items: 150, orders: 150 });
});
afterAll(() => workbooks.close());

describe.each(isLong ? PULLS : PULLS.slice(0, 1))('pull of %s', (name) => {
  test('both runs stay within their call limits', async () => {
    const [first, second] = await workbooks.pull(name);
    const [mostAtFirst, most] = MOST.pulls[name];
    expect(first.calls).toBeLessThanOrEqual(mostAtFirst);
    expect(second.calls).toBeLessThanOrEqual(most);
  });
});

test('a formula stays within its call limits, cold and cached', async () => {
  const [cold, warm] = await workbooks.formula();
  expect(cold.calls).toBeLessThanOrEqual(MOST.coldFormula);
  expect(warm.calls).toBe(MOST.warmFormula);
});

test('a cold formula in a workbook of forty sheets stays within its call limit', async () => {
  expect((await workbooks.formulaInFullWorkbook()).calls).toBeLessThanOrEqual(MOST.fullColdFormula);
});

test('opening the sidebar stays within its call limit', async () => {
  expect((await workbooks.sidebar()).calls).toBeLessThanOrEqual(MOST.sidebar);
});

test('the trigger stays within its call limit when no job is due', async () => {
  expect((await workbooks.nothingDue()).calls).toBeLessThanOrEqual(MOST.nothingDue);
});
