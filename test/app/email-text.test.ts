/** Emails in text and HTML; marketplace data can't inject markup or headers. */
import { expect, test } from 'vitest';
import { type EmailContent, emailOf } from '../../src/app/email-text.ts';
import { DAY, HOUR, MINUTE } from '../../src/protocol/time.ts';

const NOW = Date.UTC(2025, 5, 16, 18);
const NOTHING = { sales: null, orders: null, units: null, refunds: null, adSpend: null, acos: null };
const DATA = { part: '', label: 'Orders', hoursAllowed: 2, isLate: false } as const;

const content = (change: Partial<EmailContent> = {}, figures: Partial<EmailContent['figures']> = {}): EmailContent => ({
  alerts: 0,
  urgent: 1,
  zone: 'America/New_York',
  workbook: { name: 'Shop', url: 'https://sheets.test/d/1/edit' },
  lines: [
    {
      what: 'Auto-voids Jun 16, 4:00 PM: 2 units not shipped.',
      record: 'Order 1234',
      deadline: NOW + 2 * HOUR,
      atRisk: 38.9,
      currency: 'CAD',
      isLate: false,
      url: 'https://sheets.test/d/1/edit#gid=7&range=A2',
    },
  ],
  ...change,
  figures: {
    at: NOW,
    freshness: [
      { ...DATA, data: 'orders', asOf: NOW - 4 * MINUTE },
      {
        ...DATA,
        data: 'stock',
        label: 'Stock',
        asOf: NOW - 9 * HOUR,
        isLate: true,
        read: 20,
        of: 275,
        part: '20 of 275 items',
      },
      { ...DATA, data: 'ads', label: 'Ads', asOf: null, part: 'a firewall blocks the calls' },
    ],
    tiles: [
      { id: 'due-today', label: 'Ship today', count: 9, money: 1234.5, currency: 'USD' },
      { id: 'due-today', label: 'Ship today', count: 1, money: 20, currency: 'CAD' },
      { id: 'overdue', label: 'Overdue', count: 0, money: 0, currency: 'USD' },
      { id: 'out-of-stock', label: 'Out of stock', count: null, money: null, currency: 'USD' },
    ],
    sales: {
      USD: {
        today: { ...NOTHING, sales: 1000, orders: 3 },
        yesterday: NOTHING,
        last7: { ...NOTHING, sales: 7000, acos: 0.11, change: { ...NOTHING, sales: 0.125, acos: -0.2 } },
        last30: NOTHING,
      },
    },
    doFirst: [],
    open: 3,
    firstSeen: [],
    late: 1,
    unreadable: [],
    hasVoidTimes: true,
    ...figures,
  },
});

test('shows a dash instead of zero for unread data, and one amount per currency', () => {
  const { subject, body } = emailOf(content());
  expect(subject).toBe('Today: 3 to do, 1 within 24 h (Shop)');
  expect(body.split('\n\n')).toEqual([
    [
      'Shop, Jun 16, 2:00 PM',
      'Orders 4 min ago. Stock 20 of 275 items, 9 h ago. Ads not pulled yet: a firewall blocks the calls.',
      'Late data: Stock.',
      '1 finding uses old data and is not counted.',
    ].join('\n'),
    [
      'Sales in USD',
      'Sales: Today $1,000.00, Yesterday –, Last 7 days $7,000.00 (+13%), Last 30 days –',
      'Orders: Today 3, Yesterday –, Last 7 days –, Last 30 days –',
      ...['Units', 'Refunds', 'Ad spend'].map(
        (figure) => `${figure}: Today –, Yesterday –, Last 7 days –, Last 30 days –`,
      ),
      'ACoS: Today –, Yesterday –, Last 7 days 11.0% (-20%), Last 30 days –',
    ].join('\n'),
    'Ship today: 10 ($1,234.50, CA$20.00)\nOverdue: 0\nOut of stock: –',
    [
      'Do first',
      '1. Auto-voids Jun 16, 4:00 PM: 2 units not shipped.',
      '   Order 1234 · 2.0 h left, until Jun 16, 4:00 PM · CA$38.90 at risk',
      '   https://sheets.test/d/1/edit#gid=7&range=A2',
      'And 2 more.',
    ].join('\n'),
    "Spreadsheet: https://sheets.test/d/1/edit\nTo change or stop these emails, open the add-on's sidebar and choose Schedule.",
  ]);
});

test('a finding about no record starts with its deadline', () => {
  const [line] = content().lines;
  const { body } = emailOf(content({ lines: [{ ...line!, record: '' }] }));
  expect(body).toContain('\n   2.0 h left, until Jun 16, 4:00 PM · ');
});

test.each([
  [20_000, 'just now'],
  [MINUTE, '1 min ago'],
  [2 * DAY - 1, '47 h ago'],
  [2 * DAY, '2 days ago'],
])('shows data %i ms old as "%s"', (age, text) => {
  const { body } = emailOf(content({}, { freshness: [{ ...DATA, data: 'orders', asOf: NOW - age }] }));
  expect(body).toContain(`\nOrders ${text}.`);
});

test('counts further findings only if there are any', () => {
  expect(emailOf(content({}, { open: 1 })).body).not.toContain('And ');
  expect(emailOf(content({}, { open: 2 })).body).toContain('\nAnd 1 more.');
});

test('aligns names left and numbers right', () => {
  const rows = emailOf(content()).htmlBody.match(/<tr>.*?<\/tr>/g)!;
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows)
    expect([...row.matchAll(/text-align:(\w+)/g)].map(([, side]) => side).join(' ')).toMatch(/^left( right)*$/);
});

test('includes the estimated profit after an item has a cost', () => {
  const profit = { ...NOTHING, adSpend: 5, profit: -12.5 };
  const band = { today: profit, yesterday: { ...profit, profit: null }, last7: profit, last30: profit };
  expect(emailOf(content({}, { sales: { USD: band } })).body).toContain(
    'Estimated profit: Today -$12.50, Yesterday –, Last 7 days -$12.50, Last 30 days -$12.50',
  );
});

const tile = (count: number | null) =>
  ({ id: 'overdue', label: 'Overdue', count, money: count, currency: 'USD' }) as const;

const READ = { ...DATA, data: 'orders', asOf: NOW } as const;

test.each([
  [{ alerts: 1 }, {}, '1 needs action within 24 h (Shop)'],
  [{ alerts: 2 }, {}, '2 need action within 24 h (Shop)'],
  [{ lines: [] }, { open: 0 }, 'Today: nothing to do; some data is missing (Shop)'],
  [{ lines: [] }, { open: 0, freshness: [READ] }, 'Today: all clear (Shop)'],
  [
    { lines: [] },
    { open: 0, freshness: [{ ...READ, read: 2, of: 34 }] },
    'Today: nothing to do; some data is missing (Shop)',
  ],
  [
    { lines: [] },
    { open: 0, freshness: [READ], unreadable: ['Orders'] },
    'Today: nothing to do; some data is missing (Shop)',
  ],
  [{ lines: [] }, { open: 0, tiles: [tile(null)] }, 'Today: data is missing (Shop)'],
])('summarizes the content in the subject', (change, figures, subject) => {
  expect(emailOf(content(change, figures)).subject).toBe(subject);
});

test('explains that the schedule did not run', () => {
  const { body, htmlBody } = emailOf(content({ gap: { from: NOW - 2 * DAY, to: NOW } }));
  for (const form of [body, htmlBody])
    expect(form).toContain('Your schedule did not run from Jun 14, 2:00 PM to Jun 16, 2:00 PM.');
});

test('keeps hostile text as plain text on one line', () => {
  const hostile = '<img src=x onerror="alert(1)">\r\nBcc: all@x\u202e & \'<b>';
  const [line] = content().lines;
  const { subject, body, htmlBody } = emailOf(
    content(
      {
        workbook: { name: hostile, url: 'https://sheets.test/d/1/edit?"><script>' },
        lines: [{ ...line!, what: hostile, record: hostile, currency: hostile, url: 'https://x.test/"onclick="y' }],
      },
      { sales: { [hostile]: content().figures.sales.USD! } },
    ),
  );
  expect(subject).not.toMatch(/[\r\n\u202e]/);
  expect(body).not.toMatch(/^Bcc/m);
  const names = [...htmlBody.matchAll(/<\/?([a-z0-9]+)/g)].map(([, name]) => name);
  expect([...new Set(names)].sort()).toEqual(
    ['a', 'br', 'div', 'h1', 'h2', 'li', 'ol', 'p', 'span', 'table', 'td', 'th', 'tr'].sort(),
  );
  // The only attributes are the add-on's own, all quoted.
  const tags = htmlBody.match(/<[^>]*>/g)!;
  for (const tag of tags) expect(tag).toMatch(/^<\/?[a-z0-9]+(?: (?:style|href)="[^"<>]*")*>$/);
  expect(htmlBody).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; Bcc: all@x &amp; &#39;&lt;b&gt;');
});
