/** Rejects edits to protected ranges and values that violate strict validation rules, as Google Sheets does. */
import type { Host } from '../host/host.ts';
import { demandEditable } from '../host/services/protection.ts';
import { ServiceError } from '../host/services/service.ts';
import { demandValid } from '../host/services/validation.ts';
import type { Edit } from './wire.ts';

/** Throws Google's error message for the first edit that isn't allowed. */
export function demandAllowed(host: Host, user: string, edits: readonly Edit[]): void {
  const person = { host, user };
  for (const edit of edits) {
    if (!('sheet' in edit)) continue;
    const isProtected = host.workbook.attachments('protection', edit.sheet).length > 0;
    if (isProtected) for (const rect of touchedBy(host, edit)) demandEditable(person, edit.sheet, rect);
    if (edit.do === 'type' && host.workbook.hasValidations(edit.sheet)) demandRules(host, user, edit);
  }
}

function demandRules(host: Host, user: string, { sheet, cells }: Extract<Edit, { do: 'type' }>): void {
  const { rows, columns } = host.workbook.sheet(sheet);
  for (const [row, column, text] of cells) {
    if (row > rows || column > columns) continue;
    try {
      demandValid({ host, user }, { sheetId: sheet, row, column, rows: 1, columns: 1 }, () => text);
    } catch (error) {
      // Ignore rules that the host can't check.
      if (error instanceof ServiceError) throw error;
    }
  }
}

function* touchedBy({ workbook }: Host, edit: Exclude<Edit, { do: 'addSheet' }>) {
  const sheet = workbook.sheet(edit.sheet);
  const { rows, columns } = sheet;
  switch (edit.do) {
    case 'type':
      for (const [row, column] of edit.cells) yield { row, column, rows: 1, columns: 1 };
      return;
    case 'clear':
    case 'style':
    case 'note':
    case 'sort':
      yield edit;
      return;
    case 'delete':
      for (const line of edit.lines)
        yield edit.axis === 'row'
          ? { row: line, column: 1, rows: 1, columns }
          : { row: 1, column: line, rows, columns: 1 };
      return;
    case 'deleteSheet':
    case 'renameSheet':
    case 'move':
      yield { row: 1, column: 1, rows, columns };
  }
}
