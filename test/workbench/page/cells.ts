/** Latest cells from the server. Positions are 0-based, as in the grid. */
import type { ServerMessage, WireCell, WireStyle } from '../wire.ts';

type Full = Extract<WireCell, readonly unknown[]>;

export interface Position {
  sheetId: string;
  col: number;
  row: number;
}

export interface Zone {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

interface SheetCells {
  rows: (WireCell[] | undefined)[];
  /** Result range of each formula, by the formula's position. */
  covered: Map<string, Zone>;
}

export class Cells {
  #sheets = new Map<string, SheetCells>();
  #styles: WireStyle[] = [];

  at({ sheetId, col, row }: Position): WireCell | undefined {
    return this.#sheets.get(sheetId)?.rows[row]?.[col] ?? undefined;
  }

  style(index: number | undefined): WireStyle {
    return this.#styles[index ?? 0] ?? {};
  }

  row(sheetId: string, row: number): readonly WireCell[] {
    return this.#sheets.get(sheetId)?.rows[row] ?? [];
  }

  height(sheetId: string): number {
    return this.#sheets.get(sheetId)?.rows.length ?? 0;
  }

  /** Returns the formula whose result covers this cell, including a formula in the cell itself. */
  coveredBy({ sheetId, col, row }: Position): { formula: Position; zone: Zone } | undefined {
    for (const zone of this.#sheets.get(sheetId)?.covered.values() ?? []) {
      if (row >= zone.top && row <= zone.bottom && col >= zone.left && col <= zone.right)
        return { formula: { sheetId, col: zone.left, row: zone.top }, zone };
    }
    return undefined;
  }

  *filled(sheetId: string): Generator<Position> {
    const rows = this.#sheets.get(sheetId)?.rows ?? [];
    for (let row = 0; row < rows.length; row++) {
      const cells = rows[row] ?? [];
      for (let col = 0; col < cells.length; col++) if (hasContent(cells[col])) yield { sheetId, col, row };
    }
  }

  keepOnly(sheetIds: readonly string[]): void {
    for (const id of this.#sheets.keys()) if (!sheetIds.includes(id)) this.#sheets.delete(id);
  }

  /** A new connection renumbers styles. */
  forgetStyles(): void {
    this.#styles = [];
  }

  take(message: Extract<ServerMessage, { kind: 'cells' }>): void {
    this.#styles.push(...message.styles);
    const sheetId = String(message.sheet);
    const sheet = this.#sheet(sheetId, message.whole);
    const [top, left] = [message.row - 1, message.column - 1];
    const zone = { top, left, bottom: top + message.rows - 1, right: left + message.columns - 1 };
    for (const [key, { top, left }] of sheet.covered) {
      if (top >= zone.top && top <= zone.bottom && left >= zone.left && left <= zone.right) sheet.covered.delete(key);
    }
    const last = Math.max(top + message.cells.length, Math.min(zone.bottom + 1, sheet.rows.length));
    for (let row = top; row < last; row++) {
      const cells = message.cells[row - top] ?? [];
      sheet.rows[row] =
        left === 0 ? merged(sheet.rows[row], cells, zone.right) : spliced(sheet.rows[row], left, cells, zone.right);
      cells.forEach((cell, index) => {
        const covers = Array.isArray(cell) ? (cell as Full)[6] : undefined;
        if (!covers) return;
        const col = left + index;
        const covered = { top: row, left: col, bottom: row + covers[0] - 1, right: col + covers[1] - 1 };
        sheet.covered.set(`${row}:${col}`, covered);
      });
    }
  }

  #sheet(sheetId: string, anew: boolean): SheetCells {
    const known = anew ? undefined : this.#sheets.get(sheetId);
    if (known) return known;
    const made = { rows: [], covered: new Map<string, Zone>() };
    this.#sheets.set(sheetId, made);
    return made;
  }
}

/** Messages usually cover whole rows, whose lists can be used as they are. */
function merged(known: WireCell[] | undefined, cells: WireCell[], right: number): WireCell[] {
  return known === undefined || known.length <= right + 1 ? cells : spliced(known, 0, cells, right);
}

function spliced(known: WireCell[] | undefined, left: number, cells: WireCell[], right: number): WireCell[] {
  const row = known ?? [];
  for (let col = left; col <= right; col++) {
    const cell = cells[col - left] ?? null;
    if (cell === null && col >= row.length) continue;
    while (row.length < col) row.push(null);
    row[col] = cell;
  }
  return row;
}

export function partsOf(cell: WireCell | undefined): {
  value: string | number | boolean;
  display: string;
  style: number;
  formula: string | undefined;
  message: string | undefined;
  note: string | undefined;
  look: number;
  link: string | undefined;
} {
  const [value, display, style, formula, message, note, , look, link] = Array.isArray(cell)
    ? (cell as Full)
    : ([cell ?? ''] as unknown as Full);
  return {
    value,
    display: display ?? String(value),
    style: style ?? 0,
    formula: formula ?? undefined,
    message: message ?? undefined,
    note: note ?? undefined,
    look: look ?? 0,
    link: link ?? undefined,
  };
}

function hasContent(cell: WireCell | undefined): boolean {
  if (cell === null || cell === undefined) return false;
  return !Array.isArray(cell) || (cell as Full)[0] !== '' || Boolean((cell as Full)[3]);
}
