/** Keywords List: the keywords of one sponsored campaign with their bids. */
import { assumptions } from '../protocol/assumptions.ts';
import { id, integer, money, text } from '../protocol/fields.ts';
import type { TabledOperation } from '../tables/table.ts';

export const keywords = {
  id: 'keywords',
  title: 'Keywords',
  summary: 'Keywords of a sponsored campaign, with bids and status.',
  method: 'post',
  paths: { main: '/marketplace/sponsoredmgmt/campaign/keyword/search' },
  formats: ['json'],
  cap: 1000,
  params: {
    campaignNumber: { type: 'text', required: true, meaning: 'Campaign number.' },
    groupNumber: { type: 'text', meaning: 'Ad group number.' },
    searchKeywordType: { type: 'text', meaning: 'How the keyword is matched; goes with a keyword.' },
    keyword: { type: 'text', meaning: 'Restricts to keywords matching this text; goes with a match mode.' },
    activeStatus: {
      type: 'choice',
      meaning: 'Active: processing, delivering or out of budget. Inactive: inactive or ended.',
      choices: { Active: 'Active', Inactive: 'Inactive' },
    },
    sortField: { type: 'text', otherwise: assumptions.sortField, meaning: 'Field to sort by.' },
    sortType: {
      type: 'choice',
      otherwise: assumptions.sortType,
      meaning: 'Direction of sorting.',
      choices: { Desc: 'Descending', Asc: 'Ascending' },
    },
  },
  together: [['keyword', 'searchKeywordType']],
  body: {
    root: '',
    members: {
      sellerId: { param: 'sellerId' },
      campaignNumber: { param: 'campaignNumber', as: 'number' },
      groupNumber: { param: 'groupNumber', as: 'number' },
      searchKeywordType: { param: 'searchKeywordType' },
      keyword: { param: 'keyword' },
      activeStatus: { param: 'activeStatus' },
      pageInfo: {
        members: {
          pageIndex: { param: 'page', as: 'number' },
          pageSize: { param: 'pageSize', as: 'number' },
          sortField: { param: 'sortField' },
          sortType: { param: 'sortType' },
        },
      },
    },
  },
  paging: { size: 9_999_999, total: 'totalRows' },
  answer: {
    list: 'rows',
    element: 'row',
    record: {
      campaignNumber: id('campaignNumber', 'Campaign number.'),
      campaignName: text('campaignName', 'Campaign name.'),
      groupNumber: id('groupNumber', 'Ad group number.'),
      groupName: text('groupName', 'Ad group name.'),
      keyword: text('keyword', 'Expression that is matched with what buyers search.'),
      matchType: integer('matchType', 'How it is matched.', {
        codes: { '0': 'Exact', '1': 'Broad', '6': 'Phrase' },
      }),
      normalizedKeyword: text('normalizedKeyword', 'Normalized keyword.'),
      keywordUrl: text('keywordUrl', 'Page of the keyword on the storefront.'),
      suggBid: money('suggBid', 'Recommended bid.'),
      suggBidLowest: money('suggBidLowest', 'Lower bound of the recommended bid.'),
      suggBidMost: money('suggBidMost', 'Upper bound of the recommended bid.'),
      searchVolume: text('searchVolume', 'How often it is searched.'),
      competition: text('competition', 'Low, Medium or High.'),
      bid: money('bid', 'Bid for this keyword.'),
      activeStatus: text('activeStatus', 'Active or Inactive.'),
      status: text('status', 'Pending, Delivering, Processing, Out of budget, Inactive or Ended.'),
      declineReason: text('declineReason', 'Why it was declined.'),
    },
  },
  tables: [
    {
      name: 'Keywords',
      each: [],
      columns: ['*'],
      key: ['campaignNumber', 'groupNumber', 'keyword', 'matchType'],
    },
  ],
} as const satisfies TabledOperation;
