/** Columns that follow from others, filled in before rows are compared with the sheet. */
import type { Value } from '../protocol/fields.ts';
import type { Column } from './columns.ts';
import type { Row } from './rows.ts';

/** What the Catalog has of a seller's item; nothing where it has none. */
export type TraitOf = (trait: 'title' | 'sellerPartNumber', sellerId: string, item: string) => string | undefined;

/** The rows with what follows from their values; `traits` is called only where a column shows one. */
export function withComputed(
  rows: readonly Row[],
  columns: readonly Column[],
  traits: () => TraitOf = () => () => undefined,
): readonly Row[] {
  const rules = columns.flatMap(({ id, computed: rule }) => (rule && rule !== 'field' ? [{ id, rule }] : []));
  if (rules.length === 0) return rows;
  const traitOf = rules.some(({ rule }) => 'trait' in rule) ? traits() : () => undefined;
  return rows.map(({ key, values }) => {
    const filled: Record<string, Value | null> = { ...values };
    for (const { id, rule } of rules)
      filled[id] =
        'trait' in rule
          ? (traitOf(rule.trait, String(values.sellerId ?? ''), String(values[rule.of] ?? '')) ?? null)
          : gapOf(values[rule.gap] ?? null, values[rule.over] ?? null);
    return { key, values: filled };
  });
}

/** Rounded, so that a price read again gives the same. */
function gapOf(price: Value | null, other: Value | null): number | null {
  if (typeof price !== 'number' || typeof other !== 'number' || other <= 0) return null;
  return Number((price / other - 1).toPrecision(12));
}
