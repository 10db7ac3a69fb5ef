import type { FIXED, RuleKind } from '../../tables/rules/rules-sheet.ts';
import type { Facts } from '../facts/facts.ts';

type About = 'order' | 'item' | 'ad group' | 'keywords' | 'keyword' | 'table';

/** A record that needs attention. Amounts are in cents, times in epoch milliseconds. */
export interface Finding {
  readonly about: About;
  readonly sellerId: string;
  /** The record's ID, such as an order number. */
  readonly record: string;
  readonly label: string;
  /** The sentence in *What to do*. */
  readonly what: string;
  /** The reason, with numbers but without a final period. Defaults to `what`. */
  readonly why?: string;
  readonly atRisk?: number | undefined;
  readonly currency?: string | undefined;
  /** The estimated 7-day loss, which determines the rank if no amount is at risk. */
  readonly weekLoss?: number | undefined;
  readonly deadline?: number | undefined;
  /** When the underlying data was read; empty if unknown. */
  readonly data: readonly DataAge[];
  /** The row to link to, unless the kind has a report. */
  readonly link: Link;
}

/** A rule that sets the maximum age of data, in hours. */
export type Tolerance = Extract<keyof typeof FIXED, `${string}-tolerance`>;

export interface DataAge {
  readonly asOf: number | null | undefined;
  /** Without a tolerance, data is never late. */
  readonly tolerance?: Tolerance;
}

interface Link {
  readonly table: string;
  /** If undefined, the link opens the sheet without selecting a row. */
  readonly rowKey?: string | undefined;
}

/** The declaration of a kind of finding. The order of kinds breaks ties in ranking. */
export interface FindingKind<K extends RuleKind = RuleKind> {
  /** Also names the rule that enables the kind and may set a threshold. */
  readonly kind: K;
  /** The report that this kind requires and links to. */
  readonly report?: 'Reorder' | 'Ads' | 'Bids';
  /** Other sheets without which nothing is found and no finding ends. */
  readonly reads?: readonly string[];
  /** A finding can end only while its linked row is no older than this rule allows. */
  readonly rowTolerance?: Tolerance;
  /** Returns the data that must be up to date before a finding can end. Replaces the check of the linked row. */
  readonly endSeenIn?: (
    facts: Facts,
    of: Pick<Finding, 'sellerId' | 'record'>,
    row: object | undefined,
  ) => readonly DataAge[];
  find(facts: Facts, threshold: number): readonly Finding[];
}

const LONGEST = 40;

/** Formats a label such as `Campaign 123 (Summer)`. */
export function named(what: string, number: string | null, name: string | null): string {
  return [what, number, name === null ? null : `(${shortened(name)})`].filter((part) => part !== null).join(' ');
}

function shortened(name: string): string {
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`;
}
