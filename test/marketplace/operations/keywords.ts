import { KEYWORD_SEARCH, SPONSORED_ERROR_CODE } from '../assumptions.ts';
import { type AdGroup, activeStatusOf, adGroupsOf, type Keyword } from '../shop/campaigns.ts';
import { type Fields, ListOf, Money } from '../wire/tree.ts';
import { type Call, NULL_SELLER, type Operation } from './operation.ts';
import {
  activeStatusFilter,
  campaignNumberOf,
  checkSeller,
  invalid,
  LARGEST_NUMBER,
  type Row,
  sortedPage,
} from './sponsored.ts';

const LARGEST_PAGE = 9_999_999;

const rowOf = (group: AdGroup, keyword: Keyword): Row => {
  const words = keyword.text.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? [];
  return {
    created: keyword.created,
    fields: {
      campaignNumber: group.campaign.number,
      campaignName: group.campaign.name,
      groupNumber: group.number,
      groupName: group.name,
      keyword: keyword.text,
      matchType: keyword.matchType,
      normalizedKeyword: words.join('|'),
      keywordUrl: `https://www.market.example/p/pl?d=${words.map(encodeURIComponent).join('+')}`,
      suggBid: new Money(keyword.suggested),
      suggBidLowest: new Money(keyword.lowest),
      suggBidMost: new Money(keyword.most),
      searchVolume: keyword.volume,
      competition: keyword.competition,
      bid: new Money(keyword.bid),
      activeStatus: activeStatusOf(keyword.status),
      status: keyword.status,
      declineReason: keyword.declined,
    },
  };
};

const fieldNames = [
  ...['campaignNumber', 'campaignName', 'groupNumber', 'groupName', 'keyword', 'matchType', 'normalizedKeyword'],
  ...['keywordUrl', 'suggBid', 'suggBidLowest', 'suggBidMost', 'searchVolume', 'competition', 'bid'],
  ...['activeStatus', 'status', 'declineReason'],
];

function keywordFilter(call: Call): (text: string) => boolean {
  const mode = call.body.oneOf('searchKeywordType', KEYWORD_SEARCH, SPONSORED_ERROR_CODE);
  const keyword = call.body.text('keyword');
  if ((mode === undefined) !== (keyword === undefined)) {
    throw invalid(mode === undefined ? 'searchKeywordType' : 'keyword', '');
  }
  if (keyword === undefined) return () => true;
  return mode === 'KEYWORD' ? (text) => text === keyword : (text) => text.toLowerCase().includes(keyword.toLowerCase());
}

function answer(call: Call): Fields {
  checkSeller(call);
  const campaign = campaignNumberOf(call.body);
  if (campaign === undefined) throw invalid('campaignNumber', '');
  const group = call.body.whole('groupNumber', 0, LARGEST_NUMBER, SPONSORED_ERROR_CODE);
  const matches = keywordFilter(call);
  const isWanted = activeStatusFilter(call.body);
  const rows = adGroupsOf(call.world.shop)
    .filter((one) => one.campaign.number === campaign && (group === undefined || one.number === group))
    .flatMap((one) =>
      one.keywords
        .filter((keyword) => matches(keyword.text) && isWanted(keyword.status))
        .map((keyword) => rowOf(one, keyword)),
    );
  return {
    rows: new ListOf('', sortedPage(call.body, rows, fieldNames, LARGEST_PAGE)),
    totalRows: rows.length,
  };
}

export const keywords: Operation = {
  id: 'keywords',
  method: 'POST',
  paths: { main: '/marketplace/sponsoredmgmt/campaign/keyword/search' },
  callsPerHour: 1000,
  isSponsored: true,
  nullSellerMessage: NULL_SELLER,
  answer,
};
