// A workbook with many formulas and a shop of any size, to measure the cost of formulas.
import { readBundle } from './bundle.ts';
import { freshBundle } from './fresh-bundle.ts';
import type { Host } from './host.ts';
import { parseScenario, runScenario } from './steps/scenario.ts';
import { valueOrThrow, World } from './steps/world.ts';
import type { CellValue } from './workbook/surface.ts';

export interface Spent {
  readonly requests: number;
  readonly executions: number;
  readonly lockTries: number;
  readonly propertyCalls: number;
  /** Virtual milliseconds taken by the longest execution, and by the whole phase. */
  readonly longest: number;
  readonly wall: number;
}

interface Announced {
  readonly sellerId: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly allItemNumbers: readonly string[];
}

export class StormBook {
  readonly #world = new World(readBundle(freshBundle()));
  host!: Host;
  #since = 0;
  items: readonly string[] = [];

  /** `latency` is in milliseconds per call. */
  async open(items: number, latency: number): Promise<void> {
    const lines = [{ open: {} }, { market: { items, orders: 10, latency, caps: 'none' } }];
    const [, market] = await this.#go(lines);
    const { sellerId, apiKey, secretKey, allItemNumbers } = market as Announced;
    this.items = allItemNumbers;
    await this.#go([{ connect: { baseUrl: 'https://market.test', sellerId, apiKey, secretKey } }]);
    this.host = await this.#world.host();
  }

  addSheets(names: readonly string[]): Promise<void> {
    return this.change(names.map((name) => `ss.insertSheet('${name}');`).join(''));
  }

  /** Runs code with the spreadsheet as `ss` and waits for all formulas. */
  async change(body: string): Promise<void> {
    const invocation = { type: 'eval', body, sheetId: null, base: '' } as const;
    valueOrThrow(await this.host.execute({ kind: 'eval', name: 'eval', invocation }));
    await this.settled();
  }

  async reopen(): Promise<void> {
    valueOrThrow(await this.host.open());
    await this.recalculate();
  }

  /** Types columns of strings into a sheet, starting in row 1. */
  fill(sheet: string, columns: readonly (readonly string[])[]): void {
    const { workbook } = this.host;
    const { sheetId } = workbook.sheetByName(sheet)!;
    columns.forEach((texts, column) => {
      texts.forEach((text, row) => {
        if (text !== '') workbook.type(sheetId, row + 1, column + 1, text);
      });
    });
  }

  settled(): Promise<void> {
    return this.host.workbook.settled();
  }

  async recalculate(): Promise<void> {
    this.host.workbook.recalculate();
    await this.settled();
  }

  /** Error messages of a column's cells; empty for cells without an error. */
  notes(sheet: string, column: number, rows: number): string[] {
    const { workbook } = this.host;
    const { sheetId } = workbook.sheetByName(sheet)!;
    return Array.from({ length: rows }, (_, row) => workbook.errorMessage(sheetId, row + 1, column));
  }

  column(sheet: string, column: number, rows: number): CellValue[] {
    const { workbook } = this.host;
    const { sheetId } = workbook.sheetByName(sheet)!;
    return workbook.read(sheetId, { row: 1, column, rows, columns: 1 }, 'values').map((row) => row[0] as CellValue);
  }

  /** The costs since this method was last called. */
  spent(): Spent {
    const { statistics, clock } = this.host;
    const count = (part: RegExp) =>
      [...statistics.calls].reduce((sum, [method, times]) => (part.test(method) ? sum + times : sum), 0);
    const runs = statistics.executions.filter(({ kind }) => kind === 'formula');
    const spent = {
      requests: statistics.fetches.length,
      executions: runs.length,
      lockTries: count(/^Lock\.(tryLock|waitLock)/),
      propertyCalls: count(/^Properties\./),
      longest: Math.max(0, ...runs.map(({ ms }) => ms)),
      wall: clock.now() - this.#since,
    };
    statistics.reset();
    this.#since = clock.now();
    return spent;
  }

  close(): Promise<void> {
    return this.#world.close();
  }

  async #go(steps: readonly object[]): Promise<unknown[]> {
    const values: unknown[] = [];
    await runScenario(parseScenario(steps.map((step) => JSON.stringify(step)).join('\n')), this.#world, (line) => {
      const { ok, value, error } = JSON.parse(line) as { ok: boolean; value: unknown; error?: Error };
      if (!ok) throw new Error(error!.message);
      values.push(value);
    });
    return values;
  }
}
