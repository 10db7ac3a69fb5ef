/** Types formulas and their referenced cells into a workbook and reads the results. */
import { columnName } from '../../host/a1.ts';
import type { Host } from '../../host/host.ts';
import { noteText } from '../../support/note.ts';
import type { Shown } from './case.ts';
import type { Given } from './given.ts';

export interface Formula {
  readonly sheet: string;
  readonly text: string;
  readonly room: number;
}

/** Writes named ranges one below another on a separate sheet. */
export function typeGiven({ workbook }: Host, given: Given): void {
  const sheetId = workbook.insertSheet({ name: 'Given' });
  let row = 1;
  for (const [name, rows] of Object.entries(given)) {
    rows.forEach((texts, down) => {
      texts.forEach((text, right) => {
        if (text !== '') workbook.type(sheetId, row + down, 1 + right, text);
      });
    });
    workbook.setNamedRange(name, sheetId, { row, column: 1, rows: rows.length, columns: rows[0]!.length });
    row += rows.length + 1;
  }
}

export async function shownBy(host: Host, formulas: readonly Formula[]): Promise<ReadonlyMap<string, Shown>> {
  const { workbook } = host;
  const rows = new Map<string, number>();
  const places = formulas.map((formula) => {
    const row = rows.get(formula.sheet) ?? 1;
    rows.set(formula.sheet, row + formula.room + 1);
    return { ...formula, row };
  });
  const ids = new Map([...rows].map(([name]) => [name, workbook.insertSheet({ name })] as const));
  for (const { sheet, text, row } of places) workbook.type(ids.get(sheet)!, row, 1, text);
  await workbook.settled();
  const { cells } = workbook.snapshot();
  const isSpilled = (sheet: string, row: number, column: number) =>
    cells[`${sheet}!${columnName(column)}${row}`]?.spilled === true;
  return new Map(
    places.map(({ sheet, text, row }) => {
      const sheetId = ids.get(sheet)!;
      let [height, width] = [1, 1];
      while (isSpilled(sheet, row, 1 + width)) width++;
      while (isSpilled(sheet, row + height, 1)) height++;
      const rect = { row, column: 1, rows: height, columns: width };
      const error = noteText(workbook.errorMessage(sheetId, row, 1));
      const shown: Shown = error === '' ? { cells: workbook.read(sheetId, rect, 'values') } : { error };
      return [`${sheet}!${text}`, shown] as const;
    }),
  );
}
