/** Common questions with answers. */

export interface Question {
  /** The name of its example formula, if it has one. */
  readonly name: string;
  readonly asks: string;
  readonly answer: string;
  /** Extra words for the search. */
  readonly words?: string;
}

export const questions: readonly Question[] = [
  {
    name: 'connect',
    asks: 'How do I connect and import my shop?',
    answer:
      'Enter the keys from your seller portal in Connect. Then click Import my shop, which fills your tables and sets up jobs.',
    words: 'start begin setup API key secret first',
  },
  {
    name: 'schedule-stopped',
    asks: "Why aren't my tables updated?",
    answer:
      'Schedule shows the last and next run, and why a job waits or failed. If the schedule is off or stopped, click Turn on.',
    words: 'schedule stopped refresh late old due automatic trigger',
  },
  {
    name: 'remove-demo',
    asks: 'How do I remove the demo shop?',
    answer: 'In the menu, choose Demo shop ▸ Remove the demo shop. It first lists what will be deleted.',
    words: 'try sample example delete',
  },
  {
    name: 'out-of-stock',
    asks: 'Which items are out of stock?',
    answer:
      'Today ▸ Out of stock lists items that are selling or advertised. For all items, filter Inventory by an available quantity of 0.',
  },
  {
    name: 'ship-today',
    asks: 'What ships today, and what is late?',
    answer: 'Today ▸ Ship today and Today ▸ Overdue. For all orders, sort Orders by On time ship due date.',
    words: 'orders due to deadline overdue',
  },
  {
    name: 'void-soon',
    asks: 'Which orders will be voided soon?',
    answer: 'Today ▸ Auto-void within 48 h. For all orders, sort Orders by Auto void time.',
    words: 'voids expire cancel',
  },
  {
    name: 'undercut',
    asks: 'Who is undercutting my prices?',
    answer:
      'Today ▸ Prices above featured lists items with recent sales. For all items, sort Price log by Gap. The marketplace does not name the other seller.',
    words: 'undercuts competitors cheaper buy box buybox featured offer',
  },
  {
    name: 'reorder',
    asks: 'What should I reorder, and when?',
    answer: 'Pull ▸ Add a report ▸ Reorder. The most urgent items come first.',
    words: 'restock replenish run out days of stock forecast',
  },
  {
    name: 'margin',
    asks: 'What are my margin and profit after costs and fees?',
    answer: 'Pull ▸ Add a report ▸ Items. Enter Cost, Fee %, and Ship cost; the margin updates with each run.',
    words: 'earn best seller top items',
  },
  {
    name: 'sales-by-month',
    asks: "What are an item's monthly sales?",
    words: 'month by items per revenue sold sell did one',
    answer:
      'Insert this formula in row 1 of one of your own sheets and drag it down: each row is one month earlier. Replace the first part number with yours.',
  },
  {
    name: 'refunds',
    asks: 'What was refunded for orders from the last 30 days?',
    answer: 'For each refund: Orders ▸ Refund amount. For the total:',
  },
  {
    name: 'ad-spend',
    asks: 'What did ads cost in the last 14 days?',
    answer: 'Per ad group: Pull ▸ Add a report ▸ Ads. For the total:',
  },
  {
    name: 'ad-acos',
    asks: 'What is my ACoS for the last 14 days?',
    answer: 'Per ad group: Pull ▸ Add a report ▸ Ads. For all ads:',
  },
  {
    name: 'bids',
    asks: 'Which bids are above the suggested range?',
    answer: 'Pull ▸ Add a report ▸ Bids. Bids farthest outside the suggested range come first.',
    words: 'keywords suggestion too high low below',
  },
  {
    name: 'tracking-number',
    asks: 'What is the tracking number of an order?',
    answer: 'Search Packages for the order number with Ctrl+F (⌘F).',
  },
  {
    name: 'changes',
    asks: 'What changed since yesterday?',
    answer: 'The Today sheet shows the number of new findings. To see each changed cell, choose Sheets ▸ Show Changes.',
    words: 'new history log',
  },
  {
    name: 'email',
    asks: 'Can I get an alert or a daily email?',
    answer: 'Yes: Schedule ▸ Email, if the add-on was installed with the email permission.',
  },
  {
    name: 'orders-file',
    asks: "How do I get last month's orders as a CSV file?",
    answer: 'Pull ▸ Orders ▸ Last month ▸ Pull, then Download these.',
    words: 'export download excel',
  },
  {
    name: 'all-stock',
    asks: 'How do I get stock levels for all items?',
    answer: 'Pull ▸ Inventory ▸ All of the Catalog ▸ Pull. To keep it up to date, choose Repeat this pull.',
  },
  {
    name: 'not-available',
    asks: "What can't this add-on do?",
    answer:
      'The marketplace does not provide settlements or actual fees through its API. The add-on only reads data: no shipping labels, repricing, or stock updates.',
  },
];
