/** User actions, formulas, and triggers, with their error messages. */
import type { ExecutionKind } from '../host/execution/execution.ts';
import type { Host, Result } from '../host/host.ts';
import { callOfPage } from '../host/steps/product.ts';
import { type Mode, PreparedBook } from './prepared-book.ts';
import { connectionTo } from './shop.ts';
import { OWN } from './table-snapshot.ts';

export interface Act {
  readonly name: string;
  readonly kind: ExecutionKind;
  readonly book: keyof typeof books;
  /** Maximum number of failures when a member is refused; unlimited by default. */
  readonly most?: (member: string) => number;
  /** Returns the error messages that the user sees. */
  readonly carryOut: (host: Host) => Promise<readonly string[]>;
}

const ORDERS = { operation: 'orders', params: {} };

/** Adds a user column with values, a formula, a note, and colors to each table. */
const OWN_COLUMNS = ['Orders', 'Order lines', 'Packages'].map((table) => ({
  eval: `
    const sheet = ss.getSheetByName(${JSON.stringify(table)});
    const last = sheet.getLastRow();
    sheet.insertColumnBefore(4);
    sheet.getRange(1, 4, last, 1).setNumberFormat('General').setBackground('#ffee00')
      .setValues(Array.from({ length: last }, (_, index) => [index === 0 ? '${OWN}list' : 'mine ' + index]));
    sheet.getRange(3, 4).setFormula('=A3&"!"');
    sheet.getRange(2, 2).setNote('call back');
    ss.deleteSheet(sh);`,
}));

interface Announced {
  readonly sellerId: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly itemNumbers: readonly string[];
}

const TABLES = [{ pull: ORDERS }, ...OWN_COLUMNS];

/** Formulas with values from every source: calls, tables, the Catalog, and stored data. */
function formulasOn({ itemNumbers: [one, two] }: Announced): object[] {
  const cells = {
    A1: `=MARKET_STOCK("${one}")`,
    A2: `=MARKET_STOCK(C1)`,
    A3: `=MARKET_PRICE("${one}")`,
    A4: '=MARKET_ORDER(C2,"Order status")',
    A5: '=MARKET_STOCK(INDEX(Catalog!A1:Z9,2,MATCH("Seller part number",Catalog!A1:Z1,0)))',
    A6: '=MARKET_FRESHNESS("Orders")',
    A7: '=MARKET_QUOTA("orders","cap")',
    A8: '=INDEX(MARKET_ORDERS("2025-06-01","2025-06-16"),1,1)',
    C1: two,
    C2: '=Orders!A2',
  };
  return [{ pull: { operation: 'inventory', params: { values: [one, two] } } }, { cells }];
}
const FORMULAS = 8;

const books = {
  connected: () => [],
  pulled: () => [...TABLES, { advance: 'P2D' }],
  scheduled: () => [...TABLES, { menu: 'Set up standard jobs' }],
  asking: (announced: Announced) => [...TABLES, ...formulasOn(announced)],
} satisfies Record<string, (announced: Announced) => readonly object[]>;

export async function bookFor({ book: name }: Act, mode: Mode): Promise<PreparedBook> {
  const book = new PreparedBook();
  const [, market] = await book.go([{ open: { mode } }, { market: { orders: 25, items: 12, caps: 'none' } }]);
  const announced = market!.value as Announced;
  const mine = { cells: { 'Sheet1!A30': 'my text', 'Sheet1!B30': '=A30&"!"' } };
  await book.go([{ connect: connectionTo({ announcement: announced } as never) }, mine]);
  await book.go(books[name](announced));
  return book;
}

interface Reply {
  readonly ok: boolean;
  readonly value: Readonly<Record<string, unknown>>;
  readonly error: { readonly code: string; readonly message: string };
}

const told = ({ code, message }: Reply['error']) => `${code}: ${message}`;

async function sidebar(
  host: Host,
  name: string,
  ...args: readonly unknown[]
): Promise<{ readonly value: Reply['value'] } | { readonly said: readonly string[] }> {
  const result = await callOfPage(host, name, args);
  await host.workbook.settled();
  if (!result.ok) return { said: thrown(result) };
  const reply = result.value as Reply;
  return reply.ok ? { value: reply.value } : { said: [told(reply.error)] };
}

/** Maximum number of times a page resumes a pull. */
const MOST_CALLS = 20;

async function pullOrders(host: Host): Promise<readonly string[]> {
  let answer = await sidebar(host, 'startPull', ORDERS);
  for (let call = 0; call < MOST_CALLS; call++) {
    if ('said' in answer) return answer.said;
    const { state, id, errors } = answer.value;
    if (state !== 'running') return (errors as Reply['error'][]).map(told);
    answer = await sidebar(host, 'continuePull', id);
  }
  return ['The pull never ends.'];
}

const VIEWS = [
  ['state'],
  ['schedule'],
  ['activity'],
  ['listTables'],
  ['revision'],
  ['formFacts', 'orders'],
  ['selectedCells', 'orders', 'orderNumbers'],
] as const;

async function look(host: Host): Promise<readonly string[]> {
  const said: string[] = [];
  for (const [name, ...args] of VIEWS) {
    const answer = await sidebar(host, name, ...args);
    if ('said' in answer) said.push(...answer.said);
  }
  return said;
}

function menu(handler: string): Act['carryOut'] {
  return async (host) => {
    const result = await host.call('menu', handler, []);
    await host.workbook.settled();
    // Excludes success messages.
    const alerts = result.shown.filter(({ what, text }) => what === 'alert' && /Google/.test(text));
    return [...alerts.map(({ text }) => text), ...thrown(result)];
  };
}

/** Includes at least one run of the schedule, which is hourly in an add-on. */
const AWHILE: Readonly<Record<Mode, number>> = { bound: 25 * 60_000, addon: 65 * 60_000 };

async function triggers(host: Host): Promise<readonly string[]> {
  const said: string[] = [];
  const until = host.clock.now() + AWHILE[host.options.mode];
  for await (const { result } of host.advance(until)) said.push(...thrown(result));
  return said;
}

async function opens(host: Host): Promise<readonly string[]> {
  const result = await host.open();
  return result ? thrown(result) : [];
}

async function recalculates(host: Host): Promise<readonly string[]> {
  host.stores.evict(1);
  host.workbook.recalculate();
  await host.workbook.settled();
  const { sheetId } = host.workbook.sheets()[0]!;
  const rows = Array.from({ length: FORMULAS }, (_, index) => index + 1);
  return rows.map((row) => host.workbook.errorMessage(sheetId, row, 1)).filter((message) => message !== '');
}

function thrown(result: Result): readonly string[] {
  return result.ok ? [] : [result.error.message];
}

/** Members that every formula needs for keys, results, network calls, or waiting. */
const NEEDED =
  /^(Cache|CacheService|UrlFetchApp|HTTPResponse|Utilities)\.|^Properties\.getProperties$|^PropertiesService\.getUserProperties$/;
/** Only two of the formulas read properties. */
const TOLD = /^Propert/;

function mostFormulas(member: string): number {
  if (NEEDED.test(member)) return FORMULAS;
  return TOLD.test(member) ? 2 : 0;
}

export const ACTS: readonly Act[] = [
  { name: 'formulas', kind: 'formula', book: 'asking', carryOut: recalculates, most: mostFormulas },
  { name: 'a first pull', kind: 'sidebar', book: 'connected', carryOut: pullOrders },
  { name: 'a pull into existing tables', kind: 'sidebar', book: 'pulled', carryOut: pullOrders },
  { name: 'sidebar views', kind: 'sidebar', book: 'scheduled', carryOut: look },
  { name: 'opening the workbook', kind: 'open', book: 'scheduled', carryOut: opens },
  { name: 'the schedule', kind: 'trigger', book: 'scheduled', carryOut: triggers },
  ...[
    ['openSidebar', 'pulled'],
    ['refreshNow', 'scheduled'],
    ['refreshNow', 'asking'],
    ['setUpStandardJobs', 'pulled'],
    ['pauseAllJobs', 'scheduled'],
    ['undoLastRun', 'pulled'],
  ].map(([name, book]): Act => ({ name: name!, kind: 'menu', book: book as Act['book'], carryOut: menu(name!) })),
];
