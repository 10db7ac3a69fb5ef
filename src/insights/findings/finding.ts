/** What a finding is, and what declares a kind of them. */
import type { FIXED, ThresholdKind } from '../../tables/rules/rules-sheet.ts';
import type { Facts } from '../facts/facts.ts';

/** Something that needs a person. */
export interface Finding {
  readonly sellerId: string;
  /** What it is about, unique among the findings of a kind and shop, such as an order number: with kind and shop the identity. */
  readonly record: string;
  /** How people know the record; the text of the link. It contains what identifies it for them. */
  readonly label: string;
  /** One sentence with the numbers. */
  readonly what: string;
  /** In cents; undefined where it cannot be known. */
  readonly atRisk?: number | undefined;
  /** Lines of orders that `atRisk` is the sum of: a line counts once, under the first kind that has it. */
  readonly lines?: readonly LineAtRisk[];
  /** Epoch milliseconds. */
  readonly deadline?: number | undefined;
  /** When what it was found in was read; none where it is about something else than data. */
  readonly data: readonly DataAge[];
  /** The row of a pulled table that it is about, to which the link leads where the kind has no report. */
  readonly link: Link;
}

export interface LineAtRisk {
  /** The identity of the line's row. */
  readonly line: string;
  readonly cents: number;
}

/** The rule that says for how many hours data of a kind are young enough. */
export type Tolerance = Extract<keyof typeof FIXED, `${string}-tolerance`>;

export interface DataAge {
  /** Epoch milliseconds. */
  readonly asOf: number | null | undefined;
  readonly tolerance: Tolerance;
}

export interface Link {
  /** Name of the table. */
  readonly table: string;
  /** The identity of its row; undefined for the sheet as a whole. */
  readonly rowKey?: string | undefined;
}

/** A kind of findings. The order of kinds in the registry is their order where nothing else decides. */
export interface FindingKind<K extends ThresholdKind = ThresholdKind> {
  /** Of a rule, which turns it off and may have a threshold for it. */
  readonly kind: K;
  /** It is looked for while that report is there, and its links lead to the row of the record on it, where the seller acts. */
  readonly report?: 'Reorder' | 'Ads' | 'Bids';
  /** While the row that it leads to is later than this, what is not found any more is not taken for ended. */
  readonly rowTolerance?: Tolerance;
  /** Other data than that row, where these tell whether it has ended. */
  readonly endSeenIn?: (facts: Facts, of: Pick<Finding, 'sellerId' | 'record'>) => readonly DataAge[];
  /** `threshold` is that of its rule. */
  find(facts: Facts, threshold: number): readonly Finding[];
}

/** Characters of a name: titles of items are written to be found, not to be read. */
const LONGEST = 40;

/** `Campaign 123 (Summer)`. */
export function named(what: string, number: string | null, name: string | null): string {
  return [what, number, name === null ? null : `(${shortened(name)})`].filter((part) => part !== null).join(' ');
}

/** To whole words, if the first one is short enough. */
function shortened(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`;
}
