/** Types of findings and of their declarations. */
import type { FIXED, RuleKind } from '../../tables/rules/rules-sheet.ts';
import type { Facts } from '../facts/facts.ts';

type About = 'order' | 'item' | 'ad group' | 'keywords' | 'keyword' | 'table';

/** A record that needs attention. Money in cents, times in epoch milliseconds. */
export interface Finding {
  readonly about: About;
  readonly sellerId: string;
  /** Identifies the record, such as by order number. */
  readonly record: string;
  /** The link text. */
  readonly label: string;
  /** The sentence in *What to do*. */
  readonly what: string;
  /** The reason with numbers and no final period; defaults to `what`. */
  readonly why?: string;
  readonly atRisk?: number | undefined;
  readonly currency?: string | undefined;
  /** The estimated 7-day loss, which determines the rank if no amount is at risk. */
  readonly weekLoss?: number | undefined;
  readonly deadline?: number | undefined;
  /** When its data was read; empty if unknown. */
  readonly data: readonly DataAge[];
  /** The link's target, unless the kind has a report. */
  readonly link: Link;
}

/** A rule with a maximum age in hours. */
export type Tolerance = Extract<keyof typeof FIXED, `${string}-tolerance`>;

export interface DataAge {
  readonly asOf: number | null | undefined;
  /** If omitted, the data is never late. */
  readonly tolerance?: Tolerance;
}

interface Link {
  readonly table: string;
  /** Undefined for the whole sheet. */
  readonly rowKey?: string | undefined;
}

/** The declaration of a kind of findings. The order of kinds breaks ties in ranking. */
export interface FindingKind<K extends RuleKind = RuleKind> {
  /** Also names the rule that enables the kind and may set a threshold. */
  readonly kind: K;
  /** The report required by the findings. Their links point to it. */
  readonly report?: 'Reorder' | 'Ads' | 'Bids';
  /** The maximum age of the linked row for ending a finding. */
  readonly rowTolerance?: Tolerance;
  /** Data that must be recent to end a finding, instead of the linked row. */
  readonly endSeenIn?: (facts: Facts, of: Pick<Finding, 'sellerId' | 'record'>) => readonly DataAge[];
  find(facts: Facts, threshold: number): readonly Finding[];
}

/** Maximum length of a name, in characters. */
const LONGEST = 40;

/** Formats a label such as `Campaign 123 (Summer)`. */
export function named(what: string, number: string | null, name: string | null): string {
  return [what, number, name === null ? null : `(${shortened(name)})`].filter((part) => part !== null).join(' ');
}

function shortened(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`;
}
