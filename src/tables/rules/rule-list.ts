/** Every rule: a number by which the add-on works and which the seller may change, with what counts unless they do. */

export interface Rule {
  /** What counts where the sheet says nothing else. */
  readonly threshold: number;
  /** The least that may be typed. */
  readonly least: number;
  readonly unit: string;
  /** For the seller; what `off` does is part of it. */
  readonly meaning: string;
}

/** A new rule is a line here; it comes into the sheets that there are with the next day's work. */
export const ruleList = {
  'log-age': {
    threshold: 90,
    least: 1,
    unit: 'days',
    meaning: 'Rows of Log that are older are removed. Off: they stay, a thousand at most.',
  },
  'changes-age': {
    threshold: 90,
    least: 1,
    unit: 'days',
    meaning: 'Rows of Changes that are older are removed. Off: they stay, 5,000 at most.',
  },
  'stock-history-age': {
    threshold: 2,
    least: 1,
    unit: 'days',
    meaning:
      'Rows of Stock history whose day is over for longer are folded into Stock days, where the sheet is large. Off: they are never folded.',
  },
  'stock-days-age': {
    threshold: 60,
    least: 1,
    unit: 'days',
    meaning:
      'Rows of Stock days, and of Stock history that were not folded, are removed when they are older. Off: they stay.',
  },
  'price-log-age': {
    threshold: 60,
    least: 1,
    unit: 'days',
    meaning:
      'Rows of Price log that are older are removed, but for the newest 25 of each item. Off: they stay.',
  },
  'closed-orders-age': {
    threshold: 180,
    least: 1,
    unit: 'days',
    meaning:
      'Orders that were shipped, invoiced or voided and are older move to Archive, with their lines and packages. Off: they stay.',
  },
  'archive-age': {
    threshold: 730,
    least: 1,
    unit: 'days',
    meaning: 'Rows that were moved to Archive longer ago are removed. Off: they stay.',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleKind = keyof typeof ruleList;

export function isRuleKind(kind: string): kind is RuleKind {
  return Object.prototype.hasOwnProperty.call(ruleList, kind);
}
