/** Which columns get their width in one call: each is as wide as it needs to be, and little wider. */
import { isHiddenAtFirst } from './opening.ts';
import { LEAST, type NewColumn } from './widths.ts';

/** Adjacent columns that get a width, by index from 0, both included. */
export interface WidthSpan {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** What Google gives the columns of a new sheet. */
const GIVEN = 100;
/** A call to the sheet is spared where the table is so many pixels wider at most. */
const CALL = 250;
/** The same among the columns by which people decide: the first with which all of these are seen at once, if there is one. */
const CALLS = [CALL, 150, 75, 40, 20, 10, 0];
/** Pixels beside the sidebar on a screen of 1,440, without the numbers of rows. */
const ROOM = 1070;

/**
 * Each column that is seen gets at least the width that it needs; hidden ones may have any. Neighbours share a call where
 * that costs fewer pixels than a call is worth, and columns of a new sheet keep the width that they have on the same terms.
 * A span may lie within one before it, which it goes over.
 */
export function widthSpans(columns: readonly NewColumn[], isNewSheet: boolean): readonly WidthSpan[] {
  const seen = [...columns.keys()].filter((index) => !isHiddenAtFirst(columns[index]!));
  const deciding = seen.filter((index) => columns[index]!.opens?.place !== undefined);
  const last = Math.max(-1, ...deciding);
  const isInSight = (spans: readonly WidthSpan[]) =>
    deciding.reduce((sum, index) => sum + widthAt(index, spans), 0) <= ROOM;
  const spansAt = (price: number) =>
    cheapestSpans(columns, seen, isNewSheet ? GIVEN : undefined, (to) => (to <= last ? price : CALL));
  const usual = spansAt(CALL);
  if (!isNewSheet || isInSight(usual)) return usual;
  for (const price of CALLS) {
    const spans = spansAt(price);
    if (isInSight(spans)) return spans;
  }
  return usual;
}

function widthAt(index: number, spans: readonly WidthSpan[]): number {
  return spans.reduce((width, span) => (index >= span.from && index <= span.to ? span.width : width), GIVEN);
}

interface Way {
  readonly cost: number;
  readonly spans: readonly WidthSpan[];
  /** Where what lies below ends: the first of the columns beyond it. */
  readonly end: number;
}

/**
 * `given` is what all columns have, where that is known; `price` that of a call for columns up to there, or, where others go
 * over it, from there on.
 */
function cheapestSpans(
  columns: readonly NewColumn[],
  seen: readonly number[],
  given: number | undefined,
  price: (to: number) => number,
): readonly WidthSpan[] {
  const needed = seen.map((index) => Math.max(LEAST, columns[index]!.width));
  const span = (from: number, to: number, width: number) => ({ from: seen[from]!, to: seen[to]!, width });
  const known = new Map<string, Way>();
  /** The cheapest way from one of those that are seen on, where they have a width, or are within a span that has it. */
  const wayFrom = (at: number, has: number | undefined, isWithin: boolean): Way => {
    if (at === needed.length) return { cost: 0, spans: [], end: at };
    const key = `${at} ${has} ${isWithin}`;
    const way = known.get(key) ?? (isWithin ? within(at, has!) : over(at, has));
    known.set(key, way);
    return way;
  };
  const kept = (at: number, has: number | undefined, isWithin: boolean): Way => {
    const spare = (has ?? 0) - needed[at]!;
    if (spare < 0) return NO_WAY;
    const rest = wayFrom(at + 1, has, isWithin);
    return { ...rest, cost: rest.cost + spare };
  };
  const over = (at: number, has: number | undefined): Way =>
    [...new Set(needed)].reduce(
      (best, width) => {
        if (width < needed[at]!) return best;
        const rest = wayFrom(at + 1, width, true);
        const cost = rest.cost + width - needed[at]! + price(seen[at]!);
        if (cost >= best.cost) return best;
        return { cost, spans: [span(at, rest.end - 1, width), ...rest.spans], end: needed.length };
      },
      kept(at, has, false),
    );
  const within = (at: number, has: number): Way => {
    let best = [{ ...wayFrom(at, given, false), end: at }, kept(at, has, true)].sort(byCost)[0]!;
    let [most, sum] = [0, 0];
    for (let to = at; to < needed.length; to++) {
      most = Math.max(most, needed[to]!);
      sum += needed[to]!;
      const rest = wayFrom(to + 1, has, true);
      const cost = rest.cost + most * (to - at + 1) - sum + price(seen[to]!);
      if (cost < best.cost) best = { cost, spans: [span(at, to, most), ...rest.spans], end: rest.end };
    }
    return best;
  };
  return wayFrom(0, given, false).spans;
}

const NO_WAY: Way = { cost: Number.POSITIVE_INFINITY, spans: [], end: 0 };
const byCost = (one: Way, other: Way) => one.cost - other.cost;
