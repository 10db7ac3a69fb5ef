/** A workbook with A1 addresses and custom functions implemented by the test. */
import { columnNumber } from './area.ts';
import type { Aspect, AspectRead, AspectWrite, CellValue, FunctionCall, Rect } from './surface.ts';
import { Workbook } from './workbook.ts';

type Answers = Record<string, (...args: FunctionCall['args']) => unknown>;

export class SampleWorkbook {
  readonly book: Workbook;
  readonly calls: FunctionCall[] = [];
  now = Date.UTC(2025, 5, 16, 18);
  sheetId = 0;

  constructor({
    timeZone = 'America/New_York',
    scriptTimeZone = undefined as string | undefined,
    locale = 'en_US',
    answers = {} as Answers,
  } = {}) {
    this.book = new Workbook({
      name: 'Sample',
      locale,
      timeZone,
      ...(scriptTimeZone !== undefined && { scriptTimeZone }),
      now: () => this.now,
      functions: Object.keys(answers),
      callFunction: async (call) => {
        this.calls.push(call);
        await new Promise((resolve) => setTimeout(resolve, 1));
        try {
          return { ok: true, value: answers[call.name]!(...call.args) };
        } catch (error) {
          return { ok: false, message: (error as Error).message };
        }
      },
    });
  }

  read<A extends Aspect>(range: string, aspect: A): AspectRead<A>[][] {
    return this.book.read(this.sheetId, rect(range), aspect);
  }

  value(cell: string): CellValue {
    return this.read(cell, 'values')[0]![0]!;
  }

  values(range: string): CellValue[][] {
    return this.read(range, 'values');
  }

  shown(cell: string): string {
    return this.read(cell, 'displayValues')[0]![0]!;
  }

  formula(cell: string): string {
    return this.read(cell, 'formulas')[0]![0]!;
  }

  error(cell: string): string {
    const { row, column } = rect(cell);
    return this.book.errorMessage(this.sheetId, row, column);
  }

  fill<A extends Aspect>(range: string, aspect: A, value: AspectWrite<A>): void {
    this.book.fill(this.sheetId, rect(range), aspect, value);
  }

  async type(cells: Record<string, string>): Promise<void> {
    for (const [cell, text] of Object.entries(cells)) {
      const { row, column } = rect(cell);
      this.book.type(this.sheetId, row, column, text);
    }
    await this.book.settled();
  }
}

export function rect(range: string): Rect {
  const [start, end = start] = range.split(':').map((cell) => {
    const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(cell)!;
    return { row: Number(row), column: columnNumber(letters!) };
  }) as [{ row: number; column: number }, { row: number; column: number }?];
  return { ...start, rows: end.row - start.row + 1, columns: end.column - start.column + 1 };
}
