/** The rules that a seller may change on the sheet Rules, with their defaults, and numbers that are fixed. */

export interface Rule {
  /** Not on the sheet for rules that are only on or off. */
  readonly threshold?: number;
  readonly unit?: 'hours' | 'days' | '%';
  /** One sentence, short enough to be seen whole. */
  readonly meaning: string;
}

/** One for each kind of finding, in the order of the sheet, then the defaults of Reorder. */
const declared = {
  'void-soon': { threshold: 48, unit: 'hours', meaning: 'Open orders that auto-void within this many hours.' },
  overdue: { meaning: 'Open orders past their ship-by date.' },
  'due-today': { meaning: 'Open orders to ship today.' },
  'cannot-ship': { meaning: 'Open orders that your stock does not cover, most urgent first.' },
  mismatch: { meaning: 'Orders whose units, amounts or packages do not add up.' },
  'out-of-stock': {
    threshold: 30,
    unit: 'days',
    meaning: 'Out-of-stock items that sold within this many days or are advertised.',
  },
  'reorder-now': { meaning: 'Items to order by today. Needs the report Reorder.' },
  'ads-without-stock': {
    threshold: 7,
    unit: 'days',
    meaning: 'Ad groups that run for out-of-stock items, with their spend over this many days.',
  },
  'ads-worse': { meaning: 'Ad groups with fewer orders per click than your account. Needs the report Ads.' },
  'above-featured': { threshold: 1, unit: '%', meaning: 'Items priced above the featured offer by more than this.' },
  'ad-budget': {
    threshold: 14,
    unit: 'days',
    meaning: 'Ad groups out of budget with a better ACoS than your account over this many days.',
  },
  'keyword-declined': { meaning: 'Keywords that the marketplace declined.' },
  'bid-outside': { meaning: 'Bids outside the suggested range. Needs the report Bids.' },
  'late-data': { meaning: 'Tables that are late or failing, and jobs that failed.' },
  'lead-time': {
    threshold: 14,
    unit: 'days',
    meaning: 'Days from order to delivery, for items without a lead time of their own on Reorder.',
  },
  'cover-days': {
    threshold: 30,
    unit: 'days',
    meaning: 'Days that an order should last, for items without cover days of their own on Reorder.',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleKind = keyof typeof declared;

export const ruleList: Readonly<Record<RuleKind, Rule>> = declared;

/** Data that was read more hours ago is late; orders and ads of so many days count on Items. */
export const FIXED = {
  'orders-tolerance': 2,
  'stock-tolerance': 8,
  'prices-tolerance': 36,
  'ads-tolerance': 36,
  'items-days': 180,
} as const;

/** Findings of the kind `no-hours` are on and off with those of `void-soon`. */
export type ThresholdKind = RuleKind | 'no-hours';

/** The threshold of each rule, 0 for one that is only on or off, undefined for one that is off; and the fixed numbers. */
export type Thresholds = Readonly<Record<ThresholdKind, number | undefined>> & typeof FIXED;
