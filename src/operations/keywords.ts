/** Keywords List: keywords and bids of sponsored campaigns, one campaign per call. */
import { id, integer, money, text, words } from '../protocol/fields.ts';
import type { TabledOperation } from '../tables/table.ts';
import {
  activeCodes,
  activeTones,
  bidFields,
  groupFields,
  pageInfo,
  sortParams,
  statusCodes,
  statusTones,
} from './shared-parts.ts';

export const keywords = {
  id: 'keywords',
  title: 'Keywords',
  summary: 'Keywords in sponsored campaigns, with bids and status.',
  method: 'post',
  paths: { main: '/marketplace/sponsoredmgmt/campaign/keyword/search' },
  formats: ['json'],
  cap: 1000,
  params: {
    campaignNumber: { type: 'texts', required: true, meaning: 'Campaign numbers, as listed in Ad performance.' },
    campaigns: {
      type: 'choice',
      meaning: 'Campaigns to pull.',
      choices: { all: 'All campaigns' },
      insteadOf: 'campaignNumber',
      listedIn: ['Ad performance', 'Ad periods'],
    },
    groupNumber: { type: 'text', meaning: 'Ad group number.' },
    searchKeywordType: {
      type: 'choice',
      open: true,
      label: 'Match mode',
      meaning: 'Requires a keyword.',
      choices: { KEYWORD: 'Keyword' },
    },
    keyword: { type: 'text', meaning: 'Only keywords matching this text. Requires a match mode.' },
    activeStatus: {
      type: 'choice',
      meaning: 'Active: processing, delivering, or out of budget. Inactive: inactive or ended.',
      choices: { Active: 'Active', Inactive: 'Inactive' },
    },
    ...sortParams,
  },
  filters: ['groupNumber', 'keyword', 'activeStatus'],
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
      ...pageInfo,
    },
  },
  split: [{ each: 'campaignNumber', size: 1 }],
  // The service allows a page size of 9,999,999, but Google limits responses to 50 MB.
  paging: { size: 50_000, usual: 20, total: 'totalRows' },
  answer: {
    list: 'rows',
    element: 'row',
    record: {
      ...groupFields,
      keyword: text('keyword', 'Keyword matched to buyer searches.'),
      matchType: integer('matchType', 'Match type.', {
        codes: { '0': 'Exact', '1': 'Broad', '6': 'Phrase' },
        named: true,
      }),
      normalizedKeyword: text('normalizedKeyword', 'Normalized keyword.'),
      keywordUrl: text('keywordUrl', "URL of the keyword's page on the storefront."),
      ...bidFields,
      searchVolume: text('searchVolume', 'Search volume.'),
      competition: text('competition', 'Low, Medium, or High.', { codes: words('Low', 'Medium', 'High') }),
      bid: money('bid', 'Bid for this keyword.'),
      activeStatus: text('activeStatus', 'Active or Inactive.', { codes: activeCodes }),
      status: text('status', 'Pending, Delivering, Processing, Out of budget, Inactive, or Ended.', {
        codes: statusCodes,
      }),
      declineReason: text('declineReason', 'Why it was declined.'),
      sellerId: id('sellerId', 'Seller ID.'),
    },
  },
  tables: [
    {
      name: 'Keywords',
      about: 'One row per keyword in an ad group, with bids and search volume.',
      each: [],
      columns: ['*'],
      byName: ['sellerId'],
      key: ['sellerId', 'campaignNumber', 'groupNumber', 'keyword', 'matchType'],
      // An ended keyword may have been added again. Equal ones are numbered as received, by default newest first.
      repeats: true,
      opening: {
        frozen: ['keyword'],
        first: [
          'groupName',
          'bid',
          'suggBid',
          'suggBidLowest',
          'suggBidMost',
          'status',
          'searchVolume',
          'matchTypeName',
        ],
        constant: ['sellerId'],
        folded: [
          'campaignNumber',
          'groupNumber',
          'matchType',
          'normalizedKeyword',
          'keywordUrl',
          'declineReason',
          'asOf',
        ],
        tones: { status: statusTones, activeStatus: activeTones, goneSince: 'over' },
      },
      gone: [{ asked: { sellerId: 'sellerId', campaignNumber: 'campaignNumber', groupNumber: 'groupNumber' } }],
    },
  ],
} as const satisfies TabledOperation;
