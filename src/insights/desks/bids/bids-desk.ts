/** The desk Bids: each keyword's bid beside what the marketplace suggests, and where else the keyword stands. */
import { keywords } from '../../../operations/keywords.ts';
import { instantAt } from '../../../protocol/fields.ts';
import type { BidsRecord } from '../../../tables/desks/bids-table.ts';
import { bids } from '../../../tables/desks/bids-table.ts';
import type { Facts } from '../../facts/facts.ts';
import type { TableRow } from '../../table-rows.ts';
import type { Desk } from '../desk.ts';
import type { Places } from './keyword-bids.ts';
import { bidVerdict, outsideBy, placesOf, stateOf } from './keyword-bids.ts';

export const bidsDesk: Desk<typeof bids> = {
  name: 'Bids',
  answers: 'Which bids to change, and which keywords bid against each other.',
  declared: bids,
  records,
};

/** Keywords that are there. One that is gone keeps its row, without a bid. */
function records({ workbook }: Facts): readonly BidsRecord[] {
  const rows = workbook.rows(keywords, 'Keywords').filter(({ goneSince }) => goneSince === null);
  const places = placesOf(rows);
  const known = rows.map((row, index) => recordOf(row, places[index]!));
  const names = new Set(known.map(nameOf));
  const others = workbook.rows(bids, 'Bids').filter((row) => !names.has(nameOf(row)));
  return [...known, ...others.map((row) => ({ ...namesOf(row), ...GONE }))];
}

type KeywordRow = TableRow<typeof keywords, 'Keywords'>;

function recordOf(row: KeywordRow, places: Places): BidsRecord {
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
    asOf: row.asOf === null ? null : instantAt(row.asOf),
  };
}

const GONE = {
  ...{ verdict: null, outsideBy: null, bid: null, suggBidLowest: null, suggBid: null, suggBidMost: null },
  ...{ state: 'gone', declineReason: null, adGroups: null, matchTypes: null, asOf: null },
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
