/** What a finding is, and what declares a kind of findings. */
import type { FIXED, RuleKind } from '../../tables/rules/rules-sheet.ts';
import type { Facts } from '../facts/facts.ts';

export type About = 'order' | 'item' | 'ad group' | 'keywords' | 'keyword' | 'table';

/** Something that needs a person. Money in cents, instants in epoch milliseconds. */
export interface Finding {
  readonly about: About;
  readonly sellerId: string;
  /** Identifies the record, such as its order number. */
  readonly record: string;
  /** Text of the link. */
  readonly label: string;
  readonly what: string;
  /** The reason with its numbers, without a period; the sentence where it says no more. */
  readonly why?: string;
  readonly atRisk?: number | undefined;
  readonly currency?: string | undefined;
  /** Estimated loss in 7 days, which decides the rank where no amount is at risk. */
  readonly weekLoss?: number | undefined;
  readonly deadline?: number | undefined;
  /** When the data behind it was read; none where it is not about data. */
  readonly data: readonly DataAge[];
  /** The row that the link leads to, unless the kind has a report. */
  readonly link: Link;
}

/** The rule that says for how many hours data counts. */
export type Tolerance = Extract<keyof typeof FIXED, `${string}-tolerance`>;

export interface DataAge {
  readonly asOf: number | null | undefined;
  /** Without one, the data is never late. */
  readonly tolerance?: Tolerance;
}

export interface Link {
  readonly table: string;
  /** Undefined: the sheet as a whole. */
  readonly rowKey?: string | undefined;
}

/** A kind of findings. Where nothing else decides, the order of kinds in the registry does. */
export interface FindingKind<K extends RuleKind = RuleKind> {
  /** Its rule, which turns it off and may have a threshold for it. */
  readonly kind: K;
  /** Only looked for while this report exists; its links lead there. */
  readonly report?: 'Reorder' | 'Ads' | 'Bids';
  /** A finding does not end while the row that it links to is older than this. */
  readonly rowTolerance?: Tolerance;
  /** Other data that must be young enough to end a finding. */
  readonly endSeenIn?: (facts: Facts, of: Pick<Finding, 'sellerId' | 'record'>) => readonly DataAge[];
  find(facts: Facts, threshold: number): readonly Finding[];
}

/** Names can be very long. */
const LONGEST = 40;

/** `Campaign 123 (Summer)`. */
export function named(what: string, number: string | null, name: string | null): string {
  return [what, number, name === null ? null : `(${shortened(name)})`].filter((part) => part !== null).join(' ');
}

function shortened(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`;
}
