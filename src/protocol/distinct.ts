/** Which records of a page did not come on one before: pages overlap where records arrive while they are read. */
import type { AnyRecord } from './fields.ts';

export interface Identity {
  /** The same text for the same record, and a short one: what came is remembered by it. */
  textOf(record: AnyRecord): string;
  /**
   * Records of the same text that are several all the same. `in a row`: those of one page, and those in which one page
   * ends and the next begins, unless the total changed in between. `anywhere`: all but what pages have in common from
   * where one of them begins or ends. By default none.
   */
  readonly twins?: 'in a row' | 'anywhere';
}

/** Of records of which nothing is known: those that say the same on different pages are one. */
export const BY_CONTENT: Identity = { textOf: (record) => JSON.stringify(record), twins: 'in a row' };

/** Says of each record of the next page whether it is new. */
export type Sieve = (page: readonly string[], hasMoved: boolean) => readonly boolean[];

/** `before` are the texts of the records that came, `last` those of the page before: how many, and the last of them. */
export function sieveOf(
  { twins }: Identity,
  before: readonly string[],
  last: readonly [length: number, text: string],
): Sieve {
  if (twins === 'anywhere') return withoutOverlaps(before);
  const known = new Map<string, number>();
  for (const text of before) known.set(text, (known.get(text) ?? 0) + 1);
  let [length, end] = last;
  return (page, hasMoved) => {
    let row = 0;
    while (row < page.length && page[row] === end) row++;
    // A page of the same record alone is the same page.
    const goesOn = twins !== undefined && !hasMoved && (row < page.length || page.length !== length);
    const here = new Map<string, number>([[end, goesOn ? -row : 0]]);
    [length, end] = [page.length, page[page.length - 1] ?? ''];
    return page.map((text, index) => {
      const occurrence = (here.get(text) ?? 0) + 1;
      here.set(text, occurrence);
      if (goesOn && index < row) {
        known.set(text, (known.get(text) ?? 0) + 1);
        return true;
      }
      const isNew = occurrence > (known.get(text) ?? 0) && (occurrence === 1 || twins !== undefined);
      if (isNew) known.set(text, occurrence);
      return isNew;
    });
  };
}

/** The records, each as it was read last. */
export function renewed(
  records: readonly AnyRecord[],
  again: readonly AnyRecord[],
  { textOf }: Identity = BY_CONTENT,
): readonly AnyRecord[] {
  if (again.length === 0) return records;
  const latest = new Map(again.map((record) => [textOf(record), record] as const));
  return records.map((record) => latest.get(textOf(record)) ?? record);
}

function withoutOverlaps(before: readonly string[]): Sieve {
  const came: string[] = [];
  const positions = new Map<string, number[]>();
  const ends = new Set([0, before.length]);
  const add = (text: string) => {
    const known = positions.get(text);
    if (known) known.push(came.length);
    else positions.set(text, [came.length]);
    came.push(text);
  };
  before.forEach(add);
  // How many records of the page, from `index` on, came before in a row.
  const overlapFrom = (page: readonly string[], index: number): number => {
    let longest = 0;
    for (const at of positions.get(page[index] ?? '') ?? []) {
      if (index > 0 && !ends.has(at)) continue;
      let length = 0;
      while (index + length < page.length && came[at + length] === page[index + length]) length++;
      const finishes = index + length === page.length || ends.has(at + length);
      if (length > longest && finishes) longest = length;
    }
    return longest;
  };
  return (page) => {
    const isNew = page.map(() => true);
    for (let index = 0; index < page.length; ) {
      const length = overlapFrom(page, index);
      isNew.fill(false, index, index + length);
      index += Math.max(1, length);
    }
    page.filter((_, index) => isNew[index]).forEach(add);
    ends.add(came.length);
    return isNew;
  };
}
