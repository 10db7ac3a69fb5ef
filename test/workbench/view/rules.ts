/** Validation rules of a sheet as ranges: checkboxes and lists, which the page can show. */
import type { Sheet } from '../../host/workbook/sheet.ts';
import type { WireRect, WireRule } from '../wire.ts';

interface Kept {
  type: string;
  values: unknown[];
}

interface Growing {
  readonly rule: WireRule;
  /** For each column, the range that ends in the row above. */
  readonly open: Map<number, WireRect>;
}

export function rulesOf(sheet: Sheet): WireRule[] {
  const columns = new Map<string, Growing>();
  // Many cells share a rule.
  const read = new Map<unknown, Growing | undefined>();
  for (const [row, column, kept] of sheet.styles.get('validations')?.entries() ?? []) {
    if (!read.has(kept)) read.set(kept, growing(columns, kept as Kept | null));
    const known = read.get(kept);
    if (!known) continue;
    const above = known.open.get(column);
    if (above && above.row + above.rows === row) above.rows++;
    else {
      const area = { row, column, rows: 1, columns: 1 };
      known.open.set(column, area);
      known.rule.areas.push(area);
    }
  }
  return [...columns.values()].map(({ rule }) => rule);
}

function growing(all: Map<string, Growing>, kept: Kept | null): Growing | undefined {
  const shown = shownRule(kept);
  if (!shown) return undefined;
  const key = JSON.stringify(shown);
  const known = all.get(key) ?? { rule: { ...shown, areas: [] }, open: new Map() };
  all.set(key, known);
  return known;
}

function shownRule(kept: Kept | null): Omit<WireRule, 'areas'> | undefined {
  if (kept?.type === 'CHECKBOX') return { type: 'checkbox', values: kept.values.map(String) };
  if (kept?.type !== 'VALUE_IN_LIST' || !Array.isArray(kept.values[0])) return undefined;
  return { type: 'list', values: kept.values[0].map(String) };
}
