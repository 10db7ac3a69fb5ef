/** What Google refuses an editor: to change by hand what is protected from them. */
import type { Execution } from '../host/execution/execution.ts';
import type { Host } from '../host/host.ts';
import { demandEditable } from '../host/services/protection.ts';
import type { Edit } from './wire.ts';

/** Throws Google's sentence at the first edit that the user may not make. */
export function demandUnprotected(host: Host, user: string, edits: readonly Edit[]): void {
  // Who asks is all that the check is told of an execution.
  const asking = { host, user } as unknown as Execution;
  for (const edit of edits) {
    if (!('sheet' in edit) || host.workbook.attachments('protection', edit.sheet).length === 0) continue;
    for (const rect of touchedBy(host, edit)) demandEditable(asking, edit.sheet, rect);
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
