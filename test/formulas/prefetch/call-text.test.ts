/** Parses the formula calls in a cell so that they can be prefetched. */
import { expect, test } from 'vitest';
import { type ArgumentText, callsIn } from '../../../src/formulas/prefetch/cell-calls.ts';

const cell = (top: number, left: number, sheet?: string): ArgumentText => ({
  area: { ...(sheet === undefined ? {} : { sheet }), top, left, bottom: top, right: left },
});
const value = (value: string | number | boolean | undefined): ArgumentText => ({ value });

test.each([
  ['"a ""b"" c"', [value('a "b" c')]],
  ['A2', [cell(2, 1)]],
  ['$AB$12', [cell(12, 28)]],
  ['Stock!A2', [cell(2, 1, 'Stock')]],
  ["'My ''own'' list'!b3", [cell(3, 2, "My 'own' list")]],
  ['Übersicht!A1', [cell(1, 1, 'Übersicht')]],
  ['A2:B3', [{ area: { top: 2, left: 1, bottom: 3, right: 2 } }]],
  ['A:A', [{ area: { top: 1, left: 1, right: 1 } }]],
  ['$A2:A', [{ area: { top: 2, left: 1, right: 1 } }]],
  ['2:3', [{ area: { top: 2, left: 1, bottom: 3 } }]],
  ['Stock!A2:A', [{ area: { sheet: 'Stock', top: 2, left: 1, right: 1 } }]],
  ['12', [value(12)]],
  ['-1.5e3', [value(-1500)]],
  ['10%', [value(0.1)]],
  ['TRUE', [value(true)]],
  ['MARKET_TICK', [{ name: 'MARKET_TICK' }]],
  ['"9SI"&A2', [{ joined: [value('9SI'), cell(2, 1)] }]],
  ['A2 & "-" & B2', [{ joined: [cell(2, 1), value('-'), cell(2, 2)] }]],
  ['A2,,2', [cell(2, 1), value(undefined), value(2)]],
  ['A2;"USA"', [cell(2, 1), value('USA')]],
  [' A2 , ', [cell(2, 1), value(undefined)]],
  ['', []],
  [' ', []],
] as [string, ArgumentText[]][])('(%s) is read', (text, expected) => {
  expect(callsIn(`=MARKET_STOCK(${text})`)).toEqual({
    calls: [{ name: 'MARKET_STOCK', arguments: expected }],
    conditional: [],
    unread: 0,
  });
});

test.each([
  'VLOOKUP(A2,B:C,2)',
  'A2+1',
  'A2&UPPER(B2)',
  '{"a","b"}',
  '(A2)',
  'A2:INDEX(A:A,3)',
  'A2,B2*2',
  'Stock!A',
  '$A',
  'A2:',
  'A:',
  'A:3',
  '2:',
  '2:B',
  ':3',
  ':B',
  ':',
  '#REF!',
  '"unclosed',
  'A2',
])('(%s) is not read, because it is computed or unclosed', (text) => {
  const whole = text === 'A2' ? '=MARKET_STOCK(A2' : `=MARKET_STOCK(${text})`;
  expect(callsIn(whole)).toEqual({ calls: [], conditional: [], unread: 1 });
});

test.each([
  ['=IFERROR(MARKET_STOCK(A2),0)', 1, 0, 0],
  ['=market_stock(A2)+MARKET_PRICE(A2)', 2, 0, 0],
  ['=SUM(MARKET_STOCK(A2:A9))&" of MARKET_STOCK(A3)"', 1, 0, 0],
  ['=MARKET_STOCK(MARKET_ORDER(A2))', 1, 0, 1],
  ['=IF(A2="","",MARKET_STOCK(A2))', 0, 1, 0],
  ['=IF(A2="","",MARKET_STOCK(UPPER(A2)))', 0, 0, 1],
  ['=IF((A2=""),"",MARKET_STOCK(A2))', 0, 1, 0],
  ['=IF(A2="","",1)+MARKET_STOCK(A2)', 1, 0, 0],
  ['=IF(MARKET_STOCK(),MARKET_STOCK(A2),1)', 0, 2, 0],
  ['=IF(MARKET_STOCK( ),MARKET_STOCK( A2 ),1)', 0, 2, 0],
  ['=IF(A2="",MARKET_STOCK(),1)+MARKET_STOCK(A2)', 1, 1, 0],
  ['=XMARKET_STOCK(A2)', 0, 0, 0],
  ["='MARKET_STOCK(A2)'!A1", 0, 0, 0],
  ['=A1', 0, 0, 0],
])('%s has %i calls that always run, %i that may run, and %i that cannot be read', (formula, ...counts) => {
  const { calls, conditional, unread } = callsIn(formula);
  expect([calls.length, conditional.length, unread]).toEqual(counts);
});
