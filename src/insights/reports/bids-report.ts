/** The Bids report: each keyword's bid, suggested bids, and number of ad groups. */
import { keywords } from '../../operations/keywords.ts';
import { groupBy } from '../../protocol/lists.ts';
import { type BidsRecord, bids } from '../../tables/reports/bids-table.ts';
import type { Facts } from '../facts/facts.ts';
import { centsOf } from '../money.ts';
import { linkTo, type TableRow, type Workbook } from '../workbook.ts';
import { lateAfter, type Report, readAt } from './seller-report.ts';

export type KeywordRow = TableRow<typeof keywords, 'Keywords'>;

export const bidsReport: Report<typeof bids> = {
  name: 'Bids',
  answers: 'Bids to change and keywords that compete with each other.',
  declared: bids,
  formulas: { late: lateAfter('asOf') },
  link: { to: 'Keywords', label: '{keyword}' },
  records,
  readAt: ({ workbook }) => readAt(workbook, 'Keywords', () => present(workbook)),
};

/** Lists running keywords first, with the bids farthest outside the suggested range on top. */
function records({ workbook }: Facts): readonly BidsRecord[] {
  const rows = present(workbook);
  const places = placesOf(rows);
  const order = rows.map((row, index) => ({ index, by: runs(row) ? (outsideBy(row) ?? 0) : -1 }));
  order.sort((one, other) => other.by - one.by || one.index - other.index);
  const hoursAllowed = workbook.thresholds['ads-tolerance'];
  // A keyword that was added again has a row for each time. The running one comes first.
  const known = [...groupBy(order, ({ index }) => nameOf(rows[index]!)).values()].map(([first]) => ({
    ...recordOf(rows[first!.index]!, places[first!.index]!),
    hoursAllowed,
  }));
  const names = new Set(known.map(nameOf));
  const others = workbook.rows(bids, 'Bids').filter((row) => !names.has(nameOf(row)));
  return [...known, ...others.map((row) => ({ ...namesOf(row), ...GONE, hoursAllowed }))];
}

function present(workbook: Workbook): readonly KeywordRow[] {
  return workbook.rows(keywords, 'Keywords').filter(({ goneSince }) => goneSince === null);
}

function recordOf(row: KeywordRow, places: Places): Omit<BidsRecord, 'hoursAllowed'> {
  return {
    ...namesOf(row),
    ...places,
    verdict: bidVerdict(row),
    outsideBy: outsideBy(row) ?? null,
    bid: row.bid,
    suggBidLowest: row.suggBidLowest,
    suggBid: row.suggBid,
    suggBidMost: row.suggBidMost,
    state: stateOf(row),
    declineReason: row.declineReason,
    ...linkTo(row.rowKey),
    ...{ record: null, late: null, asOf: null },
  };
}

const GONE = {
  ...{ verdict: null, outsideBy: null, bid: null, suggBidLowest: null, suggBid: null, suggBidMost: null },
  ...{ state: 'gone', declineReason: null, adGroups: null, matchTypes: null },
  ...linkTo(null),
  ...{ record: null, late: null, asOf: null },
};

type Names = Pick<
  BidsRecord,
  'sellerId' | 'campaignNumber' | 'campaignName' | 'groupNumber' | 'groupName' | 'keyword' | 'matchType'
>;

function namesOf(row: Names): Names {
  const { sellerId, campaignNumber, campaignName, groupNumber, groupName, keyword, matchType } = row;
  return { sellerId, campaignNumber, campaignName, groupNumber, groupName, keyword, matchType };
}

/** Case-sensitive, unlike `nameIn`, because keywords may differ only in case. */
function nameOf({ sellerId, campaignNumber, groupNumber, keyword, matchType }: Names) {
  return JSON.stringify([sellerId, campaignNumber, groupNumber, keyword, matchType]);
}

type KeywordBid = Pick<KeywordRow, 'bid' | 'suggBidLowest' | 'suggBidMost'>;

type BidVerdict = 'below lowest' | 'above most' | 'within' | 'no bid' | 'no suggestion';

/** A keyword without a bid uses its ad group's bid, which isn't evaluated. */
export function bidVerdict({ bid, suggBidLowest: lowest, suggBidMost: most }: KeywordBid): BidVerdict {
  if (bid === null) return 'no bid';
  if (lowest !== null && bid < lowest) return 'below lowest';
  if (most !== null && bid > most) return 'above most';
  return lowest !== null && most !== null ? 'within' : 'no suggestion';
}

/** Returns how far the bid is outside the suggested range; undefined if it is inside. */
export function outsideBy(keyword: KeywordBid): number | undefined {
  const { bid, suggBidLowest: lowest, suggBidMost: most } = keyword;
  switch (bidVerdict(keyword)) {
    case 'below lowest':
      return (centsOf(lowest) - centsOf(bid)) / 100;
    case 'above most':
      return (centsOf(bid) - centsOf(most)) / 100;
    default:
      return undefined;
  }
}

type KeywordState = Pick<KeywordRow, 'status' | 'activeStatus' | 'declineReason'>;

/** Returns `declined` or `inactive` if the keyword can't show ads; otherwise its status in lowercase. */
export function stateOf({ status, activeStatus, declineReason }: KeywordState): string {
  if (declineReason) return 'declined';
  const word = (status ?? '').toLowerCase();
  if (activeStatus?.toLowerCase() === 'inactive' || OVER.includes(word)) return 'inactive';
  return word;
}

const OVER = ['inactive', 'ended'];

export function runs(keyword: KeywordState): boolean {
  return !['declined', 'inactive'].includes(stateOf(keyword));
}

export type KeywordPlace = Pick<
  KeywordRow,
  'sellerId' | 'campaignNumber' | 'groupNumber' | 'keyword' | 'normalizedKeyword' | 'matchType'
>;

interface Places {
  /** Number of the shop's ad groups with this keyword, including this one. */
  readonly adGroups: number;
  readonly matchTypes: number;
}

export function placesOf(keywords: readonly KeywordPlace[]): readonly Places[] {
  const textOf = ({ sellerId, keyword, normalizedKeyword }: KeywordPlace) =>
    `${sellerId} ${(normalizedKeyword || keyword || '').trim().toLowerCase()}`;
  const places = new Map<string, Places>();
  for (const [text, same] of groupBy(keywords, textOf)) {
    const groups = new Set(same.map(({ campaignNumber, groupNumber }) => `${campaignNumber} ${groupNumber}`));
    places.set(text, {
      adGroups: groups.size,
      matchTypes: new Set(same.map(({ matchType }) => matchType)).size,
    });
  }
  return keywords.map((keyword) => places.get(textOf(keyword))!);
}
