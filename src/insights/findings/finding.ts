/** A finding, and the declaration of a kind of findings. */
import type { FIXED, RuleKind } from '../../tables/rules/rules-sheet.ts';
import type { Facts } from '../facts/facts.ts';

type About = 'order' | 'item' | 'ad group' | 'keywords' | 'keyword' | 'table';

/** A record that needs a person's attention. Money in cents, instants in epoch milliseconds. */
export interface Finding {
  readonly about: About;
  readonly sellerId: string;
  /** Identifies the record, such as its order number. */
  readonly record: string;
  /** The text of the link. */
  readonly label: string;
  /** The sentence in *What to do*. */
  readonly what: string;
  /** The reason with its numbers, without a period; `what` if left out. */
  readonly why?: string;
  readonly atRisk?: number | undefined;
  readonly currency?: string | undefined;
  /** The estimated loss in 7 days, which decides the rank if no amount is at risk. */
  readonly weekLoss?: number | undefined;
  readonly deadline?: number | undefined;
  /** When the data behind it was read; empty if there is none. */
  readonly data: readonly DataAge[];
  /** The row that the link leads to, unless the kind has a report. */
  readonly link: Link;
}

/** A rule that says for how many hours data counts. */
export type Tolerance = Extract<keyof typeof FIXED, `${string}-tolerance`>;

export interface DataAge {
  readonly asOf: number | null | undefined;
  /** Data without a tolerance is never late. */
  readonly tolerance?: Tolerance;
}

interface Link {
  readonly table: string;
  /** The key of the row; undefined for the sheet as a whole. */
  readonly rowKey?: string | undefined;
}

/** A kind of findings. The order of kinds decides the rank of rows that are otherwise equal. */
export interface FindingKind<K extends RuleKind = RuleKind> {
  /** Also the name of its rule, which turns it on or off and may have a threshold. */
  readonly kind: K;
  /** The report that the findings rest on: without it there are none, and their links lead to it. */
  readonly report?: 'Reorder' | 'Ads' | 'Bids';
  /** A finding does not end while the row that it links to is older than this rule allows. */
  readonly rowTolerance?: Tolerance;
  /** Data that must be young enough to end a finding, instead of the row that it links to. */
  readonly endSeenIn?: (facts: Facts, of: Pick<Finding, 'sellerId' | 'record'>) => readonly DataAge[];
  find(facts: Facts, threshold: number): readonly Finding[];
}

/** Longer names are cut, in characters. */
const LONGEST = 40;

/** Returns a label such as `Campaign 123 (Summer)`. */
export function named(what: string, number: string | null, name: string | null): string {
  return [what, number, name === null ? null : `(${shortened(name)})`].filter((part) => part !== null).join(' ');
}

function shortened(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`;
}
