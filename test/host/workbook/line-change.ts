/** Insertions, deletions, and moves of lines, which are rows or columns. Positions are 1-based. */

export type LineChange =
  | { readonly kind: 'insert'; readonly at: number; readonly count: number }
  | { readonly kind: 'delete'; readonly at: number; readonly count: number }
  /** The destination `before` uses numbers from before the move and is outside the moved block. */
  | { readonly kind: 'move'; readonly at: number; readonly count: number; readonly before: number };

/** The new position of a line; undefined if deleted. */
export function mapLine(change: LineChange, line: number): number | undefined {
  const { at, count } = change;
  const end = at + count;
  switch (change.kind) {
    case 'insert':
      return line >= at ? line + count : line;
    case 'delete':
      return line < at ? line : line >= end ? line - count : undefined;
    case 'move': {
      const target = change.before > at ? change.before - count : change.before;
      if (line >= at && line < end) return target + line - at;
      const removed = line >= end ? line - count : line;
      return removed >= target ? removed + count : removed;
    }
  }
}

/** The new position of a span, whose end may be Infinity; undefined if deleted. */
export function mapSpan(change: LineChange, start: number, end: number): [number, number] | undefined {
  const { at, count } = change;
  const past = at + count;
  switch (change.kind) {
    case 'insert':
      return [start >= at ? start + count : start, end >= at ? end + count : end];
    case 'delete': {
      const first = start < at ? start : Math.max(start, past) - count;
      const last = end < at ? end : end < past ? at - 1 : end - count;
      return first > last ? undefined : [first, last];
    }
    case 'move': {
      const whole = start >= at && end < past;
      // Lines that leave the span don't move its ends. Lines dropped between its ends join it.
      const first = !whole && start >= at && start < past ? past : start;
      const last = !whole && end >= at && end < past ? at - 1 : end;
      return [mapLine(change, first)!, last === Infinity ? Infinity : mapLine(change, last)!];
    }
  }
}

/** Element 0 of the array is line 1. */
export function changeLines<T>(lines: (T | undefined)[], change: LineChange): (T | undefined)[] {
  const from = change.at - 1;
  const { count } = change;
  if (change.kind === 'move') {
    const size = Math.max(lines.length, from + count, change.before - 1);
    const all = lines.length < size ? lines.concat(blanks(size - lines.length)) : lines;
    const block = all.slice(from, from + count);
    const rest = all.slice(0, from).concat(all.slice(from + count));
    const target = change.before > change.at ? change.before - 1 - count : change.before - 1;
    return rest.slice(0, target).concat(block, rest.slice(target));
  }
  if (from >= lines.length) return lines;
  return change.kind === 'insert'
    ? lines.slice(0, from).concat(blanks(count), lines.slice(from))
    : lines.slice(0, from).concat(lines.slice(from + count));
}

function blanks(count: number): undefined[] {
  return new Array<undefined>(count).fill(undefined);
}
