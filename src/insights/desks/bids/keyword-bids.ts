/** How bids of keywords stand to what the marketplace suggests, and where else the same keyword stands. */
import { grouped } from '../../../protocol/grouped.ts';
import { centsOf } from '../../money.ts';

type Bid = number | null;

export interface KeywordBid {
  readonly bid: Bid;
  readonly suggBidLowest: Bid;
  readonly suggBidMost: Bid;
}

export type BidVerdict = 'below lowest' | 'above most' | 'within' | 'no bid' | 'no suggestion';

/** A keyword without a bid takes that of its group, which is not judged here. */
export function bidVerdict({ bid, suggBidLowest: lowest, suggBidMost: most }: KeywordBid): BidVerdict {
  if (bid === null) return 'no bid';
  if (lowest !== null && bid < lowest) return 'below lowest';
  if (most !== null && bid > most) return 'above most';
  return lowest !== null && most !== null ? 'within' : 'no suggestion';
}

/** By how much a bid lies outside of what is suggested, exact to the cent; nothing where it does not. */
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

export interface KeywordState {
  readonly status: string | null;
  readonly activeStatus: string | null;
  readonly declineReason: string | null;
}

/** What keeps a keyword from showing ads, the worst first; else its status, as the marketplace says it. */
export function stateOf({ status, activeStatus, declineReason }: KeywordState): string {
  if (declineReason) return 'declined';
  const word = (status ?? '').toLowerCase();
  if (activeStatus?.toLowerCase() === 'inactive' || OVER.includes(word)) return 'inactive';
  return word;
}

const OVER = ['inactive', 'ended'];

/** Whether its bid counts for anything. */
export function runs(keyword: KeywordState): boolean {
  return !['declined', 'inactive'].includes(stateOf(keyword));
}

export interface KeywordPlace {
  readonly sellerId: string | null;
  readonly campaignNumber: string | null;
  readonly groupNumber: string | null;
  readonly keyword: string | null;
  readonly normalizedKeyword: string | null;
  readonly matchType: number | null;
}

export interface Places {
  /** Ad groups of the shop that have the keyword, this one among them. */
  readonly adGroups: number;
  /** In how many match types they have it. */
  readonly matchTypes: number;
}

/** Of each keyword, in the order of the list. */
export function placesOf(keywords: readonly KeywordPlace[]): readonly Places[] {
  const textOf = ({ sellerId, keyword, normalizedKeyword }: KeywordPlace) =>
    `${sellerId} ${(normalizedKeyword || keyword || '').trim().toLowerCase()}`;
  const places = new Map<string, Places>();
  for (const [text, same] of grouped(keywords, textOf)) {
    const groups = new Set(same.map(({ campaignNumber, groupNumber }) => `${campaignNumber} ${groupNumber}`));
    places.set(text, {
      adGroups: groups.size,
      matchTypes: new Set(same.map(({ matchType }) => matchType)).size,
    });
  }
  return keywords.map((keyword) => places.get(textOf(keyword))!);
}
