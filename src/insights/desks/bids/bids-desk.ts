/** The desk Bids: each keyword's bid beside what the marketplace suggests, and where else the keyword stands. */
import { keywords } from '../../../operations/keywords.ts';
import { type BidsRecord, bids } from '../../../tables/desks/bids-table.ts';
import type { Facts } from '../../facts/facts.ts';
import type { KeywordRow } from '../../findings/keyword-finding.ts';
import { linkTo } from '../../row-links.ts';
import type { Workbook } from '../../workbook.ts';
import { type Desk, lateAfter } from '../desk.ts';
import { readAt } from '../read-at.ts';
import { bidVerdict, outsideBy, type Places, placesOf, runs, stateOf } from './keyword-bids.ts';

export const bidsDesk: Desk<typeof bids> = {
  name: 'Bids',
  answers: 'Which bids to change, and which keywords bid against each other.',
  declared: bids,
  formulas: { Bids: { late: lateAfter('asOf') } },
  links: { Bids: { to: 'Keywords', label: '{keyword}' } },
  charts: [
    {
      ...{ table: 'Bids', title: 'Bids beside what is suggested', of: 'keyword' },
      series: [
        ['bid', '#4285f4'],
        ['suggBidLowest', '#9aa0a6'],
        ['suggBidMost', '#e8710a'],
      ],
      axes: ['Bid'],
    },
  ],
  records,
  readAt: ({ workbook }) => readAt(present(workbook)),
};

/** Those that run and have their bid farthest outside first. A keyword that is gone keeps its row, without a bid. */
function records({ workbook }: Facts): readonly BidsRecord[] {
  const rows = present(workbook);
  const places = placesOf(rows);
  const order = rows.map((row, index) => ({ index, by: runs(row) ? (outsideBy(row) ?? 0) : -1 }));
  order.sort((one, other) => other.by - one.by || one.index - other.index);
  const hoursAllowed = workbook.thresholds['ads-tolerance'] ?? null;
  const known = order.map(({ index }) => ({ ...recordOf(rows[index]!, places[index]!), hoursAllowed }));
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

/** Keywords that differ in capitals are two. */
function nameOf({ sellerId, campaignNumber, groupNumber, keyword, matchType }: Names): string {
  return JSON.stringify([sellerId, campaignNumber, groupNumber, keyword, matchType]);
}
