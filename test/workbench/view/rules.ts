/** The rules on what cells of a sheet may hold, as areas; only checkboxes and lists, which a page can show. */
import type { Sheet } from '../../host/workbook/sheet.ts';
import type { WireRect, WireRule } from '../wire.ts';

/** As the script's service keeps a rule. */
interface Kept {
  type: string;
  values: unknown[];
}

export function rulesOf(sheet: Sheet): WireRule[] {
  const columns = new Map<string, { rule: WireRule; open: Map<number, WireRect> }>();
  for (const [row, column, kept] of sheet.styles.get('validations')?.entries() ?? []) {
    const shown = shownRule(kept as Kept | null);
    if (!shown) continue;
    const key = JSON.stringify(shown);
    let known = columns.get(key);
    if (!known) {
      known = { rule: { ...shown, areas: [] }, open: new Map() };
      columns.set(key, known);
    }
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

function shownRule(kept: Kept | null): Omit<WireRule, 'areas'> | undefined {
  if (kept?.type === 'CHECKBOX') return { type: 'checkbox', values: kept.values.map(String) };
  if (kept?.type !== 'VALUE_IN_LIST' || !Array.isArray(kept.values[0])) return undefined;
  return { type: 'list', values: kept.values[0].map(String) };
}
