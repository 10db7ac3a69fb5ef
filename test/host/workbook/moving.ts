/** Cuts and pastes a range. References to its cells follow. */
import { areaOf, contains, intersects } from './area.ts';
import type { Book } from './book.ts';
import { putFormula, putValue } from './cell-content.ts';
import { clearRange } from './ranges.ts';
import { mapReferences, type Reference, referenceBounds } from './references.ts';
import { rewriteRules } from './rule-references.ts';
import type { Sheet } from './sheet.ts';
import type { Rect } from './surface.ts';

interface Move {
  readonly from: Sheet;
  readonly rect: Rect;
  readonly to: Sheet;
  readonly down: number;
  readonly right: number;
}

const EVERYTHING = { contents: true, formats: true, notes: true, validations: true };

export function moveRange(
  book: Book,
  { sheet: from, rect }: { sheet: Sheet; rect: Rect },
  { sheet: to, row, column }: { sheet: Sheet; row: number; column: number },
): void {
  const move: Move = { from, rect, to, down: row - rect.row, right: column - rect.column };
  if (from === to && move.down === 0 && move.right === 0) return;
  const source = areaOf(from.id, rect);
  book.calculation.flush();
  const isMoved = (sheet: Sheet, r: number, c: number) => sheet === from && contains(source, r, c);
  for (const sheet of book.sheets) {
    for (const [r, c, formula] of sheet.formulas.entries()) {
      formula.text = followed(book, formula.text, sheet, isMoved(sheet, r, c) ? to : sheet, move);
    }
  }
  rewriteRules(book, (formula, sheet) => followed(book, formula, sheet, sheet, move));
  const target = { ...rect, row, column };
  const put = lifted(book, move);
  clearRange(book, from, rect, EVERYTHING);
  clearRange(book, to, target, EVERYTHING);
  for (const each of put) each();
  for (const { name, sheetId, rect: named } of book.names.list()) {
    if (sheetId === from.id && within(rect, named)) book.names.set(name, to.id, shifted(named, move));
  }
  moveMerges(book, move, target);
  book.rebuild();
  for (const sheet of [from, to]) book.changes.sheet(sheet.id);
}

/** Reads all contents first, because the two ranges may overlap. Returns functions that write them. */
function lifted(book: Book, { from, rect, to, down, right }: Move): (() => void)[] {
  const put: (() => void)[] = [];
  for (let row = rect.row; row < rect.row + rect.rows; row++) {
    for (let column = rect.column; column < rect.column + rect.columns; column++) {
      const value = from.values.get(row, column);
      const formula = from.formulas.get(row, column)?.text;
      const styles = [...from.styles].map(([aspect, grid]) => [aspect, grid.get(row, column)] as const);
      put.push(() => {
        const [r, c] = [row + down, column + right];
        if (formula !== undefined) putFormula(book, to, r, c, formula);
        else if (value !== undefined) putValue(book, to, r, c, value);
        for (const [aspect, style] of styles) if (style !== undefined) to.setStyle(aspect, r, c, style);
      });
    }
  }
  return put;
}

/** Rewrites a formula that moves from sheet `was` to sheet `is`. */
function followed(book: Book, formula: string, was: Sheet, is: Sheet, move: Move): string {
  return mapReferences(formula, (reference): Reference => {
    const sheet = reference.sheet === undefined ? was : book.sheetByName(reference.sheet);
    const goes = sheet === move.from && within(move.rect, rectOf(reference));
    if (!goes && (was === is || reference.sheet !== undefined)) return reference;
    const { sheet: named, start, end } = reference;
    const target = goes ? move.to : was;
    const name = named !== undefined && target === sheet ? named : target === is ? undefined : target.name;
    const corner = (at: Reference['start']) =>
      goes ? { ...at, row: at.row! + move.down, column: at.column! + move.right } : at;
    return {
      ...(name === undefined ? {} : { sheet: name }),
      start: corner(start),
      ...(end ? { end: corner(end) } : {}),
    };
  });
}

/** Open-ended references extend beyond any moved range. */
function rectOf(reference: Reference): Rect {
  const { top, left, bottom, right } = referenceBounds(reference);
  return { row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 };
}

function within(outer: Rect, inner: Rect): boolean {
  return (
    inner.row >= outer.row &&
    inner.column >= outer.column &&
    inner.row + inner.rows <= outer.row + outer.rows &&
    inner.column + inner.columns <= outer.column + outer.columns
  );
}

function shifted(rect: Rect, { down, right }: Move): Rect {
  return { ...rect, row: rect.row + down, column: rect.column + right };
}

function moveMerges(book: Book, move: Move, target: Rect): void {
  const area = areaOf(move.to.id, target);
  const merges = book.attachments.list('merge');
  const going = merges.filter(({ sheetId, rects }) => sheetId === move.from.id && within(move.rect, rects[0]!));
  for (const each of merges) {
    const isCovered = each.sheetId === move.to.id && intersects(areaOf(each.sheetId, each.rects[0]!), area);
    if (isCovered || going.includes(each)) book.attachments.remove(each.id);
  }
  for (const { rects } of going) {
    book.attachments.add(
      'merge',
      move.to.id,
      rects.map((rect) => shifted(rect, move)),
      null,
    );
  }
}
