/** Rows that are to be sent, cut into pieces of which each is one job. */
import type { Piece } from './load.ts';
import type { Entry, OutboxLine } from './outbox.ts';
import { type ExportedRow, type SheetRows, takenBackRow } from './sheet-rows.ts';

/** Characters of JSON in one piece. */
const PIECE = 3_000_000;
/** Lines of the outbox in one piece. */
export const LINES_OF_PIECE = 60;

/** A piece, and what of its lines stays in the outbox. */
export interface Cut {
  readonly rows: SheetRows;
  readonly piece: Piece;
  readonly incomplete: readonly Entry[];
}

/** Lines of the outbox as rows, cut where a piece is large enough. Rows that still are what they were are left out. */
export function* cutsOf(rows: SheetRows, lines: readonly OutboxLine[]): Generator<Cut, undefined> {
  const { table, log } = rows.table;
  type Open = { texts: string[]; size: number; lines: string[]; incomplete: Entry[] };
  let open: Open | undefined;
  const cut = ({ texts, lines, incomplete }: Open): Cut => ({
    rows,
    piece: { table, log, text: texts.join(''), rows: texts.length, lines },
    incomplete,
  });
  const add = (piece: Open, row: ExportedRow) => {
    const text = `${JSON.stringify(row)}\n`;
    piece.texts.push(text);
    piece.size += text.length;
  };
  for (const { id, entries } of lines) {
    open ??= { texts: [], size: 0, lines: [], incomplete: [] };
    open.lines.push(id);
    for (const entry of entries) {
      const index = rows.indexes.get(entry.key);
      if (index === undefined) {
        if (entry.isTakenBack) add(open, takenBackRow(entry.key, entry.at));
        continue;
      }
      if (rows.isIncomplete(index)) {
        open.incomplete.push(entry);
        continue;
      }
      if (entry.before !== '' && entry.before === rows.printAt(index)) continue;
      add(open, rows.rowAt(index, entry.at));
    }
    if (open.size < PIECE && open.lines.length < LINES_OF_PIECE) continue;
    yield cut(open);
    open = undefined;
  }
  if (open) yield cut(open);
  return undefined;
}
