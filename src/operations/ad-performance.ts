/** Group Performance Report: spend and sales per ad group in a period. */
import { day, decimal, id, instant, integer, money, ratio, text, texts } from '../protocol/fields.ts';
import { AGES, type TabledOperation } from '../tables/table.ts';
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

/** Fields of headline and video campaigns come last because they are mostly blank. */
const columns = [
  ...['sellerId', 'fromDate', 'toDate', 'campaignNumber', 'campaignName', 'groupNumber', 'groupName'],
  ...['countryCode', 'status', 'spend', 'sales', 'acos', 'impressions', 'clicks', 'ctr', 'orders', 'cr', 'cpc'],
  '*',
];

const key = ['sellerId', 'countryCode', 'campaignNumber', 'groupNumber', 'fromDate', 'toDate'];

/** Columns that are rarely filled or rarely needed. */
const folded = [
  ...['campaignNumber', 'groupNumber', 'countryCode', 'type', 'sellerName', 'inDate', 'inUser'],
  ...['offSiteBid', 'onSiteBid', 'keywordSize', 'keywordList', 'productSize', 'productList', 'costModel'],
  ...['logo', 'headline', 'title', 'landingPageType', 'landingPageUrl', 'declineReason', 'videoUrl'],
  ...['productTargetingList', 'liveStreamingProductList', 'asOf'],
];

const constant = ['sellerId'];
const frozen = ['campaignName', 'groupName'];
const sums = ['spend', 'sales', 'acos', 'clicks', 'orders', 'impressions'];
const tones = { status: statusTones, activeStatus: activeTones };

export const adPerformance = {
  id: 'ad-performance',
  title: 'Ad performance',
  summary: 'Spend, sales, and clicks of your ad groups in a period.',
  method: 'post',
  paths: { main: '/marketplace/sponsoredmgmt/campaign/group/performance' },
  formats: ['json'],
  cap: 1000,
  params: {
    fromDate: { type: 'day', required: true, meaning: 'First day of the period.' },
    toDate: { type: 'day', required: true, meaning: 'Last day of the period.' },
    by: {
      label: 'Rows',
      type: 'choice',
      otherwise: 'day',
      meaning: 'One row per group and day, or one row per group for the whole period (on Ad periods).',
      choices: { day: 'Each day', range: 'Whole period' },
    },
    countryCode: { type: 'text', letters: 3, meaning: 'Three-letter country code.' },
    extUrl: {
      label: 'Performance link',
      type: 'text',
      otherwise: { setting: 'extUrl' },
      meaning: 'Performance link to use. Blank: the default.',
    },
    campaignNumber: { type: 'text', meaning: 'Only this campaign.' },
    type: { label: 'Campaign type', type: 'integer', meaning: 'Number of the campaign type. Blank: all.' },
    sponsorType: {
      type: 'choice',
      open: true,
      meaning: 'Sponsor type number. Blank: all.',
      choices: { '0': '0', '1': '1', '2': '2', '3': '3', '4': '4' },
    },
    searchKeywordType: {
      type: 'choice',
      open: true,
      label: 'Keyword means',
      meaning: 'Field that the keyword is matched against.',
      choices: { GROUP_NAME: 'Group name', GROUP_NUM: 'Group number', KEYWORD: 'Keyword' },
    },
    keyword: { type: 'text', meaning: 'Text to search for. Searches campaign names unless "Keyword means" is set.' },
    activeStatus: {
      type: 'choice',
      open: true,
      label: 'Active or not',
      meaning: 'Whether to pull only active or only inactive ad groups. Blank: both.',
      choices: { Active: 'Active', Inactive: 'Inactive' },
    },
    ...sortParams,
  },
  period: ['fromDate', 'toDate'],
  filters: ['countryCode', 'campaignNumber', 'type', 'sponsorType', 'keyword', 'activeStatus'],
  body: {
    root: '',
    members: {
      sellerId: { param: 'sellerId' },
      countryCode: { param: 'countryCode' },
      extUrl: { param: 'extUrl' },
      campaignNumber: { param: 'campaignNumber', as: 'number' },
      type: { param: 'type', as: 'number' },
      sponsorType: { param: 'sponsorType', as: 'number' },
      searchKeywordType: { param: 'searchKeywordType' },
      keyword: { param: 'keyword' },
      activeStatus: { param: 'activeStatus' },
      fromDate: { param: 'fromDate' },
      toDate: { param: 'toDate' },
      ...pageInfo,
    },
  },
  split: [{ days: ['fromDate', 'toDate'], when: { by: 'day' } }],
  paging: { size: 100, usual: 20, total: 'totalRows' },
  answer: {
    list: 'rows',
    element: 'row',
    asked: { fromDate: day('fromDate', 'First day of the period.'), toDate: day('toDate', 'Last day of the period.') },
    record: {
      ...groupFields,
      countryCode: id('countryCode', 'Country code.'),
      defaultBid: money('defaultBid', 'Bid for keywords without their own bid.'),
      offSiteBid: money('offSiteBid', 'Off-site bid.'),
      onSiteBid: money('onSiteBid', 'On-site bid.'),
      type: integer('type', 'Campaign type.'),
      ...bidFields,
      keywordSize: integer('keywordSize', 'Number of keywords.'),
      keywordList: text('keywordList', 'Keywords.'),
      productSize: integer('productSize', 'Number of products.'),
      productList: texts('productList', "Item numbers of the group's products."),
      sellerId: id('sellerID', 'Seller ID.'),
      sellerName: text('sellerName', 'Seller name.'),
      activeStatus: text('activeStatus', 'Whether the group is active.', { codes: activeCodes }),
      status: text('status', 'Group status.', { codes: statusCodes }),
      inDate: instant('inDate', 'When the ad group was created.'),
      inUser: id('inUser', 'User number of the creator.'),
      logo: text('logo', 'Headlines campaigns: logo file.'),
      headline: text('headline', 'Headlines campaigns: URL of the headline.'),
      title: text('title', 'Headlines campaigns: text below the logo.'),
      landingPageType: integer('landingPageType', 'Landing page type.'),
      landingPageUrl: text('landingPageUrl', 'Landing page URL.'),
      declineReason: text('declineReason', 'Why the campaign was declined.'),
      videoUrl: text('videoUrl', 'Video campaigns: URL of the video.'),
      costModel: integer('costModel', 'Cost model.'),
      productTargetingList: text('productTargetingList', 'Product targeting list.'),
      liveStreamingProductList: text('liveStreamingProductList', 'Products in the live stream.'),
      spend: money('spend', 'Ad spend.'),
      sales: money('sales', 'Sales from the ad.'),
      acos: ratio('acos', 'Spend divided by sales.', { per: 'sales' }),
      impressions: integer('impressions', 'Number of times the ads were shown.'),
      clicks: integer('clicks', 'Clicks.'),
      ctr: ratio('ctr', 'Clicks divided by impressions.', { per: 'impressions' }),
      orders: integer('orders', 'Orders.'),
      cr: ratio('cr', 'Conversion rate.', { per: 'clicks' }),
      cpc: decimal('cpc', 'Cost per click.', { per: 'clicks' }),
    },
  },
  // Days and whole periods are in separate tables because sums must not mix them.
  tables: [
    {
      name: 'Ad performance',
      about: 'One row per ad group and day, so rows can be summed.',
      when: { by: 'day' },
      each: [],
      columns,
      key,
      opening: { frozen, first: ['fromDate', ...sums], folded: [...folded, 'toDate'], constant, tones },
      age: { days: AGES.ads, at: 'fromDate', leaves: 'when held' },
    },
    {
      name: 'Ad periods',
      about: 'One row per ad group and period. Periods overlap: sum only rows of the same period.',
      when: { by: 'range' },
      each: [],
      columns,
      key,
      opening: { frozen, first: ['fromDate', 'toDate', ...sums], folded, constant, tones },
    },
  ],
  items: { each: [], fields: { itemNumber: 'productList' } },
} as const satisfies TabledOperation;
