/** How the columns of a table stand in a new sheet, from its declaration. */
import type { Opening, Tone, Tones } from './table.ts';

/** What a new sheet does with a column, beside writing its header. */
export interface Opens {
  /** Its place among the columns that come first, from 0. */
  readonly place?: number;
  readonly isFrozen?: true;
  /** Hidden until somebody shows it. */
  readonly isFolded?: true;
  /** Hidden, and shown once rows differ in it. */
  readonly isConstant?: true;
  readonly tones?: Tones | Tone;
  /** Values to choose from for whoever types into it; others may be typed. */
  readonly offers?: readonly string[];
  /** When its cells stand out, as formulas in which `{column}` is the cell of that column in the same row. */
  readonly marks?: readonly (readonly [tone: Tone, when: string])[];
  /** The date stands out in rows that have one of these values in another column. */
  readonly deadline?: { readonly column: string; readonly values: readonly number[] };
}

/** Nothing where the table leaves the column to itself. */
export function opensOf(opening: Opening, id: string): Opens | undefined {
  const { frozen, first, folded, constant, tones, deadlines } = opening;
  const place = [...frozen, ...first].indexOf(id);
  const [deadline] = Object.entries(deadlines?.[id] ?? {});
  const opens: Opens = {
    ...(place < 0 ? {} : { place }),
    ...(frozen.includes(id) ? { isFrozen: true } : {}),
    ...(folded.includes(id) ? { isFolded: true } : {}),
    ...(constant?.includes(id) ? { isConstant: true } : {}),
    ...(tones?.[id] ? { tones: tones[id] } : {}),
    ...(deadline ? { deadline: { column: deadline[0], values: deadline[1] } } : {}),
  };
  return Object.keys(opens).length > 0 ? opens : undefined;
}

interface Opened {
  readonly hidden?: true;
  readonly opens?: Opens;
}

/** First what people decide by, then the others, at the end what is hidden at first. */
export function inSheetOrder<C extends Opened>(columns: readonly C[]): readonly C[] {
  const LAST = columns.length;
  const rank = (column: C) => column.opens?.place ?? (isHiddenAtFirst(column) ? LAST + 1 : LAST);
  return [...columns].sort((one, other) => rank(one) - rank(other));
}

export function isHiddenAtFirst({ hidden, opens }: Opened): boolean {
  return hidden === true || opens?.isFolded === true || opens?.isConstant === true;
}

/**
 * The columns as somebody wants to see them: those that were not chosen are hidden at first. Data of buyers is seen where
 * it is allowed at all.
 */
export function asChosen<C extends Opened & { readonly id: string; readonly keeps: boolean }>(
  columns: readonly C[],
  chosen: readonly string[] | undefined,
): readonly C[] {
  if (!chosen || chosen.length === 0) return columns;
  return columns.map((column) => {
    if (column.keeps) return column;
    const { isFolded, isConstant, ...opens } = column.opens ?? {};
    return { ...column, opens: chosen.includes(column.id) ? opens : { ...opens, isFolded: true as const } };
  });
}
