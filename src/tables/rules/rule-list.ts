/** Every rule: a number by which the add-on works and which the seller may change, with what counts unless they do. */

export interface Rule {
  /** What counts where the sheet says nothing else; none where the rule is only on or off. */
  readonly threshold?: number;
  /** The least that may be typed. */
  readonly least?: number;
  readonly unit?: string;
  /** For the seller; what `off` does is part of it. */
  readonly meaning: string;
}

/** A new rule is a line here; it comes into the sheets that there are with the next day's work. */
const declared = {
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
    meaning: 'Rows of Price log that are older are removed, but for the newest 25 of each item. Off: they stay.',
  },
  'closed-orders-age': {
    threshold: 180,
    least: 1,
    unit: 'days',
    meaning:
      'Orders that were shipped, invoiced or voided and are older move to Archive, with their lines and packages; where a warehouse holds them, they leave for good. Off: they stay.',
  },
  'ads-age': {
    threshold: 400,
    least: 1,
    unit: 'days',
    meaning:
      'Rows of Ad performance that are older leave once a warehouse holds them; without one they stay. Off: they stay.',
  },
  'archive-age': {
    threshold: 730,
    least: 1,
    unit: 'days',
    meaning: 'Rows that were moved to Archive longer ago are removed. Off: they stay.',
  },
  'items-days': {
    threshold: 180,
    least: 1,
    unit: 'days',
    meaning: 'Orders and ads of so many days count in the desk Items. Off: all that the tables have.',
  },
  'ended-findings-age': {
    threshold: 30,
    least: 1,
    unit: 'days',
    meaning: 'Rows of Findings that ended longer ago are removed. Off: they stay.',
  },
  'orders-tolerance': {
    threshold: 2,
    least: 0,
    unit: 'hours',
    meaning: 'Orders that were read longer ago are late: what was found in them does not count. Off: never.',
  },
  'stock-tolerance': {
    threshold: 8,
    least: 0,
    unit: 'hours',
    meaning: 'Stock that was read longer ago is late: what was found in it does not count. Off: never.',
  },
  'prices-tolerance': {
    threshold: 36,
    least: 0,
    unit: 'hours',
    meaning: 'Prices that were read longer ago are late: what was found in them does not count. Off: never.',
  },
  'ads-tolerance': {
    threshold: 36,
    least: 0,
    unit: 'hours',
    meaning: 'Ads and keywords that were read longer ago are late: what was found in them does not count. Off: never.',
  },
  'void-soon': {
    threshold: 48,
    least: 0,
    unit: 'hours',
    meaning: 'Finds open orders that will be voided automatically within so many hours. Off: not looked for.',
  },
  'no-hours': {
    meaning:
      'Says so where open orders came in a version (below 313) that does not tell when they are voided. Off: not said.',
  },
  overdue: {
    meaning: 'Finds open orders that were to be shipped before today. Off: not looked for.',
  },
  'due-today': {
    meaning: 'Finds open orders that are to be shipped today. Off: not looked for.',
  },
  'cannot-ship': {
    meaning: 'Finds open orders for which your stock is not enough, the most urgent order first. Off: not looked for.',
  },
  mismatch: {
    meaning:
      'Finds orders that contradict themselves: pieces, amounts, missing tracking numbers, packages of void orders. Off: not looked for.',
  },
  'out-of-stock': {
    threshold: 30,
    least: 1,
    unit: 'days',
    meaning: 'Finds items without stock that sold within so many days, or that are advertised. Off: not looked for.',
  },
  'reorder-now': {
    meaning:
      'Finds items that have to be ordered by today, while there is the desk Reorder; money is that of units that will be missed. Off: not looked for.',
  },
  'ads-without-stock': {
    threshold: 7,
    least: 1,
    unit: 'days',
    meaning:
      'Finds ad groups that deliver while their items are out of stock; spend is that of so many days. Off: not looked for.',
  },
  'ads-worse': {
    meaning:
      'Finds ad groups whose clicks bring fewer orders than those of the account, while there is the desk Ads. Off: not looked for.',
  },
  'above-featured': {
    threshold: 1,
    least: 0,
    unit: '%',
    meaning: 'Finds items whose newest price is above the featured offer by more than this. Off: not looked for.',
  },
  'ad-budget': {
    threshold: 14,
    least: 1,
    unit: 'days',
    meaning: "Finds ad groups out of budget whose ACoS of so many days is below the account's. Off: not looked for.",
  },
  'keyword-declined': {
    meaning: 'Finds keywords that were declined. Off: not looked for.',
  },
  'lead-time': {
    threshold: 14,
    least: 0,
    unit: 'days',
    meaning: 'Days from an order of yours to its arrival, for items of Reorder that have none of their own. Off: 14.',
  },
  'cover-days': {
    threshold: 30,
    least: 1,
    unit: 'days',
    meaning: 'Days that an order of yours is to last, for items of Reorder that have none of their own. Off: 30.',
  },
  'bid-outside': {
    meaning:
      'Finds keywords whose bid is outside of what the marketplace suggests, while there is the desk Bids. Off: not looked for.',
  },
  'late-data': {
    meaning: 'Finds tables that are late or failing, and jobs that failed. Off: not looked for.',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleKind = keyof typeof declared;

export const ruleList: Readonly<Record<RuleKind, Rule>> = declared;

export function isRuleKind(kind: string): kind is RuleKind {
  return Object.prototype.hasOwnProperty.call(ruleList, kind);
}
