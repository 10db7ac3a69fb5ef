import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../effort.ts';
import { inOrders } from '../insights/by-the-book/orders.ts';
import { type FoundRow, rowsOf } from '../insights/by-the-book/rows.ts';
import { type Line, linesOf, number, text, type Value } from '../insights/by-the-book/sheets.ts';
import { CLOCK, newWorld, valuesOf } from './scenario.ts';

const DAYS = runs(3, 20);
const ZONE = 'America/New_York';
const READ = ['Orders', 'Order lines', 'Packages', 'Inventory', 'Findings'];
const world = newWorld();
afterAll(() => world.close());

const go = (...steps: readonly object[]) => valuesOf(world, steps);

let pulls: readonly object[];

async function nextDay(): Promise<void> {
  await go({ advance: 'P1D' }, ...pulls);
}

interface Seen {
  /** Includes the header row. */
  readonly cells: readonly (readonly Value[])[];
  readonly findings: ReadonlyMap<string, Line>;
  readonly order: readonly string[];
  readonly found: ReadonlyMap<string, FoundRow>;
}

/** Reads only findings about orders: other tables are not pulled again. `isOff`: whether Mismatch is turned off. */
async function look(isOff = false): Promise<Seen> {
  const [now, ...sheets] = await go(
    { eval: 'return Date.now()' },
    ...READ.map((name) => ({ get: `${name}!A1:AZ900` })),
  );
  const lines = new Map(READ.map((name, index) => [name, linesOf(sheets[index]!)]));
  const own = lines.get('Findings')!.filter((line) => line.About === 'order');
  const all = inOrders((name) => lines.get(name)!, { now: Number(now), zone: ZONE });
  const found = rowsOf(isOff ? all.filter(({ kind }) => kind !== 'mismatch') : all, Number(now));
  return {
    cells: sheets[READ.indexOf('Findings')]!,
    findings: new Map(own.map((line) => [keyOf(line), line])),
    order: own.map(keyOf),
    found: new Map(found.map((each) => [each.about, each])),
  };
}

const keyOf = (line: Line) => text(line, 'Record ID');

async function type({ cells }: Seen, key: string, header: string, value: string): Promise<void> {
  const column = cells[0]!.indexOf(header);
  const record = cells[0]!.indexOf('Record ID');
  const row = cells.findIndex((line) => String(line[record]) === key);
  await go({
    eval: `ss.getSheetByName('Findings').getRange(${row + 1}, ${column + 1}).setValue(${JSON.stringify(value)})`,
  });
}

/** The cell that turns Mismatch on or off. */
const TURN = `ss.getSheetByName('Rules').getRange(1 + ss.getSheetByName('Rules').getDataRange().getValues().findIndex(([kind]) => kind === 'Mismatch'), 2)`;

const CHART = `const chart = ss.getSheetByName('Today').getCharts()[0];   const at = chart.getContainerInfo();
  return [ss.getSheetByName('Today').getCharts().length, at.getAnchorRow(), at.getAnchorColumn(), chart.getOptions().get('title'), chart.getOptions().get('colors')];`;

beforeAll(async () => {
  const [, shop] = await go(
    { open: { clock: CLOCK, timeZone: ZONE } },
    { market: { scenario: 'mismatch', items: 12, orders: runs(24, 60), caps: 'none' } },
  );
  const { sellerId, apiKey, secretKey, allItemNumbers } = shop;
  pulls = [
    { pull: { operation: 'orders', params: {} } },
    { pull: { operation: 'inventory', params: { values: allItemNumbers } } },
  ];
  await go({ connect: { name: 'Shop', baseUrl: 'https://market.test', sellerId, apiKey, secretKey } }, ...pulls);
});

test(
  `Findings and Today keep a user's entries over ${DAYS} days`,
  async () => {
    await go(
      { edit: ['insertColumn', 'Findings', { before: 4 }] },
      { cells: { 'Findings!D1': 'Mine' } },
      {
        eval: `const sheet = ss.getSheetByName('Today'); const [chart] = sheet.getCharts();
          sheet.updateChart(chart.modify().setPosition(20, 8, 5, 5).setOption('title', 'Mine').setOption('colors', ['#000000', '#ff0000']).build())`,
      },
      { edit: ['sort', 'Findings', { column: 2, ascending: true }] },
      { edit: ['background', 'Findings', { cell: 'C2', color: '#ffff00' }] },
    );
    const [chart] = await go({ eval: CHART });
    expect(chart.slice(1)).toEqual([20, 8, 'Mine', ['#000000', '#ff0000']]);
    let before = await look();
    const [first] = before.order;
    const states = new Map<string, { state: string; explainedAt: number | undefined }>();
    const mine = new Set<string>();
    const back: string[] = [];
    const seen = new Set<string>();
    let isSorted = true;
    for (let day = 0; day < DAYS; day++) {
      const open = before.order.filter((key) => before.findings.get(key)!.State === 'open');
      for (const [index, state] of (['explained', 'explained', 'Closed'] as const).entries()) {
        const key = open[(day + index * 3) % Math.max(1, open.length)];
        if (key === undefined || states.has(key)) continue;
        await type(before, key, 'State', state);
        await type(before, key, 'Mine', key);
        mine.add(key);
        states.set(key, { state, explainedAt: number(before.findings.get(key)!, 'At risk') });
      }
      await type(before, first!, 'Note', `day ${day}`);
      // Turn Mismatch off every third day so that its findings end.
      const isOff = day % 3 === 1;
      await go({ eval: `${TURN}.setValue('${isOff ? 'off' : 'on'}')` });
      await nextDay();
      const now = await look(isOff);
      for (const [key, line] of now.findings) {
        const told = now.found.get(key);
        const known = states.get(key);
        seen.add(text(line, 'State'));
        const atRisk = told?.atRisk === undefined ? undefined : told.atRisk / 100;
        const hasGrown =
          atRisk !== undefined &&
          known?.explainedAt !== undefined &&
          atRisk > known.explainedAt &&
          atRisk >= 1.25 * known.explainedAt;
        const kinds = String(before.findings.get(key)?.Kinds).split(', ');
        const hasNewKind = told?.kinds.some((kind) => !kinds.includes(kind));
        const stays = known?.state === 'Closed' || (known?.state === 'explained' && !hasGrown && !hasNewKind);
        expect([key, line.State]).toEqual([key, !told ? 'ended' : stays ? known!.state : 'open']);
        if (mine.has(key) && line.State === 'open') back.push(key);
        // A finding that ends and recurs is open again.
        if (!told || !stays) states.delete(key);
        expect([key, String(line.Mine)]).toEqual([key, mine.has(key) ? key : '']);
      }
      expect([...now.found.keys()].filter((key) => !now.findings.has(key))).toEqual([]);
      // Once every finding has ended, the user's sort order is lost.
      isSorted &&= before.order.some((key) => before.findings.get(key)!.Rank !== '');
      if (isSorted) expect(now.order.filter((key) => before.findings.has(key))).toEqual(before.order);
      expect(now.findings.get(first!)!.Note).toBe(`day ${day}`);
      before = now;
    }
    const [kept, [[color]]] = await go({ eval: CHART }, { get: 'Findings!C2', as: 'notes' });
    expect(kept).toEqual(chart);
    expect(color).toBe('');
    expect(back).not.toEqual([]);
    expect([...seen].sort()).toEqual(['Closed', 'ended', 'explained', 'open']);
  },
  DAYS * 20_000,
);
