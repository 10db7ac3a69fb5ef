/** Which records of a page did not come on one before: pages overlap where records arrive while they are read. */
import type { AnyRecord } from './fields.ts';

export interface Identity {
  /** The same text for the same record, and a short one: what came is remembered by it. */
  textOf(record: AnyRecord): string;
  /**
   * Records of the same text that are several all the same: by default none; those of one page; or all but runs of
   * records, which pages that overlap have in common.
   */
  readonly twins?: 'on a page' | 'anywhere';
}

/** Of records of which nothing is known: those that say the same on different pages are one. */
export const BY_CONTENT: Identity = { textOf: (record) => JSON.stringify(record), twins: 'on a page' };

/** Says of each record of the next page whether it is new; `before` are the texts of those that came. */
export type Sieve = (page: readonly string[]) => readonly boolean[];

export function sieveOf({ twins }: Identity, before: readonly string[]): Sieve {
  if (twins === 'anywhere') return withoutRepeatedRuns(before);
  const known = new Map<string, number>();
  for (const text of before) known.set(text, (known.get(text) ?? 0) + 1);
  return (page) => {
    const here = new Map<string, number>();
    return page.map((text) => {
      const occurrence = (here.get(text) ?? 0) + 1;
      here.set(text, occurrence);
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

/** Two or more in a row that came in a row before are the same, and so is one where the pages meet. */
function withoutRepeatedRuns(before: readonly string[]): Sieve {
  const came = [...before];
  return (page) => {
    const isNew = page.map(() => true);
    for (let index = 0; index < page.length; ) {
      const length = repeatedFrom(came, page, index);
      isNew.fill(false, index, index + length);
      index += Math.max(1, length);
    }
    came.push(...page.filter((_, index) => isNew[index]));
    return isNew;
  };
}

/** How many records of the page, from `index` on, came before as a run. */
function repeatedFrom(came: readonly string[], page: readonly string[], index: number): number {
  let longest = 0;
  for (let at = 0; at < came.length; at++) {
    let length = 0;
    while (index + length < page.length && came[at + length] === page[index + length]) length++;
    const endsBoth = index === 0 && at + length === came.length;
    const beginsBoth = at === 0 && index + length === page.length;
    const isWhole = length === page.length || length === came.length;
    if (length > longest && (length > 1 || isWhole || endsBoth || beginsBoth)) longest = length;
  }
  return longest;
}
