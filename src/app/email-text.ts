/** Formats the daily email and alerts as plain text and HTML. */
import { moneyText } from '../insights/money.ts';
import {
  type Freshness,
  figureNotes,
  isAllRead,
  type TileCount,
  type TodayFigures,
} from '../insights/today/figures.ts';
import { FIGURES, type Figure, figureLabel, type Period, type PeriodFigures } from '../insights/today/sales-band.ts';
import { DAY, HOUR, MINUTE } from '../protocol/time.ts';
import { spokenTime } from '../tables/zone.ts';

export interface EmailContent {
  /** Number of newly urgent findings in an alert; 0 in a daily email. */
  readonly alerts: number;
  readonly figures: TodayFigures;
  readonly lines: readonly EmailLine[];
  readonly urgent: number;
  /** Period in which the user's schedule didn't run. */
  readonly gap?: { readonly from: number; readonly to: number } | undefined;
  readonly workbook: { readonly name: string; readonly url: string };
  readonly zone: string;
}

interface EmailLine {
  readonly what: string;
  readonly record: string;
  readonly deadline: number | null;
  readonly atRisk: number | null;
  readonly currency: string | null;
  readonly isLate: boolean;
  readonly url: string;
}

export interface Message {
  readonly subject: string;
  readonly body: string;
  readonly htmlBody: string;
}

const PERIODS: { readonly [P in Period]: string } = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7: 'Last 7 days',
  last30: 'Last 30 days',
};

const AMOUNTS: readonly Figure[] = ['sales', 'refunds', 'adSpend', 'profit'];

const NOT_READ = '–';

export function emailOf(content: EmailContent): Message {
  const parts = partsOf(content);
  return { subject: `${subjectOf(content)} (${parts.name})`, body: bodyOf(parts), htmlBody: htmlOf(parts) };
}

type Parts = ReturnType<typeof partsOf>;

function partsOf(content: EmailContent) {
  const { figures, workbook, zone } = content;
  const name = singleLine(workbook.name);
  return {
    name,
    title: `${name}, ${spokenTime(figures.at, zone)}`,
    notes: notesOf(content),
    bands: Object.entries(figures.sales).map(([currency, periods]) => ({
      head: [`Sales in ${singleLine(currency)}`, ...Object.values(PERIODS)],
      rows: FIGURES.flatMap((figure) => {
        const label = figureLabel(figure, periods);
        const values = (Object.keys(PERIODS) as Period[]).map((period) =>
          figureText(figure, periods[period], currency),
        );
        return label === undefined ? [] : [[label, ...values]];
      }),
    })),
    tiles: tilesOf(figures.tiles),
    lines: content.lines.map((line) => ({
      what: singleLine(line.what),
      detail: detailOf(line, figures.at, zone),
      url: line.url,
    })),
    more: figures.open > content.lines.length ? `And ${figures.open - content.lines.length} more.` : '',
    url: workbook.url,
  };
}

function subjectOf({ alerts, figures, urgent }: EmailContent) {
  const { open, tiles } = figures;
  if (alerts > 0) return `${alerts} ${alerts === 1 ? 'needs' : 'need'} action within 24 h`;
  if (open > 0) return `Today: ${open} to do${urgent > 0 ? `, ${urgent} within 24 h` : ''}`;
  if (tiles.every(({ count }) => count === null)) return 'Today: data is missing';
  return isAllRead(figures) ? 'Today: all clear' : 'Today: nothing to do; some data is missing';
}

function notesOf({ figures, gap, zone }: EmailContent): readonly string[] {
  const { freshness, at } = figures;
  const old = freshness.filter(({ isLate }) => isLate);
  return [
    ...(gap ? [`Your schedule did not run from ${spokenTime(gap.from, zone)} to ${spokenTime(gap.to, zone)}.`] : []),
    `${freshness.map((each) => freshnessText(each, at)).join('. ')}.`,
    ...(old.length > 0 ? [`Late data: ${old.map(({ label }) => label).join(', ')}.`] : []),
    ...figureNotes(figures),
  ];
}

function freshnessText({ label, asOf, part }: Freshness, now: number) {
  if (asOf === null) return `${label} not pulled yet${part && `: ${part}`}`;
  return `${label} ${part && `${part}, `}${ageText(now - asOf)}`;
}

function ageText(milliseconds: number) {
  const age = Math.max(0, milliseconds);
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  return age < 2 * DAY ? `${Math.floor(age / HOUR)} h ago` : `${Math.floor(age / DAY)} days ago`;
}

function figureText(figure: Figure, figures: PeriodFigures, currency: string) {
  const value = figures[figure];
  if (value === null || value === undefined) return NOT_READ;
  const change = figures.change?.[figure] ?? null;
  const percent = change === null ? '' : ` (${change < 0 ? '' : '+'}${Math.round(change * 100)}%)`;
  if (figure === 'acos') return `${(value * 100).toFixed(1)}%${percent}`;
  return `${AMOUNTS.includes(figure) ? amountText(value, currency) : value}${percent}`;
}

function amountText(amount: number, currency: string) {
  return singleLine(moneyText(Math.round(amount * 100), currency));
}

function tilesOf(tiles: readonly TileCount[]): readonly (readonly [label: string, value: string])[] {
  return [...new Set(tiles.map(({ id }) => id))].map((id) => {
    const own = tiles.filter((tile) => tile.id === id);
    const amounts = own.flatMap(({ money, currency }) => (money ? [amountText(money, currency)] : []));
    const count = own.reduce<number | null>(
      (sum, tile) => (sum === null || tile.count === null ? null : sum + tile.count),
      0,
    );
    return [
      own[0]!.label,
      count === null ? NOT_READ : `${count}${amounts.length > 0 ? ` (${amounts.join(', ')})` : ''}`,
    ];
  });
}

function detailOf({ record, deadline, atRisk, currency, isLate }: EmailLine, now: number, zone: string) {
  const hours = deadline === null ? 0 : (deadline - now) / HOUR;
  return [
    singleLine(record),
    ...(deadline === null
      ? []
      : [hours < 0 ? 'deadline passed' : `${hours.toFixed(1)} h left, until ${spokenTime(deadline, zone)}`]),
    ...(atRisk === null ? [] : [`${amountText(atRisk, currency ?? 'USD')} at risk`]),
    ...(isLate ? ['old data'] : []),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Removes line breaks and text-direction characters. */
function singleLine(text: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this removes control characters
  return text.replace(/[\u0000-\u0020\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();
}

const SETTINGS = "To change or stop these emails, open the add-on's sidebar and choose Schedule.";

function bodyOf({ title, notes, bands, tiles, lines, more, url }: Parts): string {
  const blocks = [
    [title, ...notes],
    ...bands.map(({ head: [what, ...periods], rows }) => [
      `${what}`,
      ...rows.map(
        ([figure, ...values]) => `${figure}: ${values.map((value, at) => `${periods[at]} ${value}`).join(', ')}`,
      ),
    ]),
    tiles.map(([label, value]) => `${label}: ${value}`),
    [
      ...(lines.length > 0 ? ['Do first'] : []),
      ...lines.map(({ what, detail, url: address }, at) => `${at + 1}. ${what}\n   ${detail}\n   ${address}`),
      ...(more ? [more] : []),
    ],
    [`Spreadsheet: ${url}`, SETTINGS],
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string) {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!);
}

const CELL = 'padding:4px 12px 4px 0;border-bottom:1px solid #e0e0e0;text-align:';

function row(tag: 'td' | 'th', cells: readonly string[]) {
  const cell = (text: string, at: number) =>
    `<${tag} style="${CELL}${at === 0 ? 'left' : 'right'}">${escaped(text)}</${tag}>`;
  return `<tr>${cells.map(cell).join('')}</tr>`;
}

function table(rows: readonly string[]) {
  return `<table style="border-collapse:collapse;margin:0 0 20px;font-size:14px">${rows.join('')}</table>`;
}

function htmlOf({ title, notes, bands, tiles, lines, more, url }: Parts) {
  const link = (address: string, text: string) => `<a href="${escaped(address)}">${escaped(text)}</a>`;
  const items = lines.map(
    ({ what, detail, url: address }) =>
      `<li style="margin:0 0 10px">${link(address, what)}<br><span style="color:#5f6368">${escaped(detail)}</span></li>`,
  );
  return [
    '<div style="font-family:Arial,sans-serif;color:#202124;max-width:640px">',
    `<h1 style="font-size:18px">${escaped(title)}</h1>`,
    ...notes.map((note) => `<p style="color:#5f6368">${escaped(note)}</p>`),
    ...bands.map(({ head, rows }) => table([row('th', head), ...rows.map((cells) => row('td', cells))])),
    table(tiles.map((tile) => row('td', tile))),
    ...(items.length > 0 ? [`<h2 style="font-size:16px">Do first</h2><ol>${items.join('')}</ol>`] : []),
    ...(more ? [`<p>${escaped(more)}</p>`] : []),
    `<p>${link(url, 'Open the spreadsheet')}</p><p style="color:#5f6368;font-size:12px">${escaped(SETTINGS)}</p></div>`,
  ].join('\n');
}
