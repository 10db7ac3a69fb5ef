import {
  CAMPAIGN_TYPES,
  COST_MODEL,
  EXT_URL,
  LANDING_PAGE_TYPE,
  PERFORMANCE_SEARCH,
  RATIO_DECIMALS,
  SPONSORED_ERROR_CODE,
  SPONSORED_SUCCESS,
} from '../assumptions.ts';
import { readWall, sortableDateTime } from '../pacific.ts';
import { performanceOver } from '../shop/ad-days.ts';
import { type AdGroup, activeStatusOf, adGroupsOf } from '../shop/campaigns.ts';
import { itemNumberOf } from '../shop/items.ts';
import type { Shop } from '../shop/shop.ts';
import type { Members } from '../wire/members.ts';
import { type Fields, ListOf, Money, type Tree } from '../wire/tree.ts';
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

const LARGEST_PAGE = 100;
const DAY = 86_400_000;

/** A required date, as days since January 1, 1970. */
function dayMember(body: Members, name: string): number {
  const text = body.text(name);
  const wall = text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? readWall(text) : undefined;
  if (wall === undefined) throw invalid(name, text ?? '');
  return Math.floor(wall / DAY);
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Number((part / whole).toFixed(RATIO_DECIMALS));
}

const money = (cents: number | null): Tree => (cents === null ? null : new Money(cents));

function campaignFields({ campaign }: AdGroup, shop: Shop): Fields {
  const headlines = campaign.type === CAMPAIGN_TYPES.headlines;
  return {
    logo: headlines ? 'logo.png' : null,
    headline: headlines ? 'https://www.market.example/headline' : null,
    title: headlines ? '=Best of "Summer" & more' : null,
    landingPageType: headlines ? LANDING_PAGE_TYPE : null,
    landingPageUrl: headlines ? `https://www.market.example/s/${shop.sellerId}?a=1&b=2` : null,
    videoUrl: campaign.type === CAMPAIGN_TYPES.video ? 'https://www.market.example/v/1.mp4' : null,
    costModel: COST_MODEL,
    productTargetingList: null,
    liveStreamingProductList: null,
  };
}

function rowOf(shop: Shop, group: AdGroup, fromDay: number, toDay: number, now: number): Row {
  const { impressions, clicks, orders, spend, sales } = performanceOver(shop, group, fromDay, toDay, now);
  return {
    created: group.created,
    fields: {
      campaignNumber: group.campaign.number,
      campaignName: group.campaign.name,
      groupNumber: group.number,
      groupName: group.name,
      countryCode: group.campaign.country,
      defaultBid: new Money(group.defaultBid),
      offSiteBid: money(group.offSiteBid),
      onSiteBid: new Money(group.defaultBid),
      type: group.campaign.type,
      suggBid: new Money(group.suggested),
      suggBidLowest: new Money(group.lowest),
      suggBidMost: new Money(group.most),
      keywordSize: group.keywords.length,
      keywordList: group.keywords.map(({ text }) => text).join(','),
      productSize: group.products.length,
      productList: new ListOf(
        '',
        group.products.map((index) => itemNumberOf(shop, index)),
      ),
      sellerID: shop.sellerId,
      sellerName: 'Señor Gadget & Sons',
      activeStatus: activeStatusOf(group.status),
      status: group.status,
      inDate: sortableDateTime(group.created),
      inUser: group.createdBy,
      ...(campaignFields(group, shop) as Record<string, Tree>),
      declineReason: group.declined,
      spend: new Money(spend),
      sales: new Money(sales),
      acos: ratio(spend, sales),
      impressions,
      clicks,
      ctr: ratio(clicks, impressions),
      orders,
      cr: ratio(orders, clicks),
      cpc: ratio(spend / 100, clicks),
    },
  };
}

/** The specification allows `keyword` without a type; it then searches campaign names. */
function nameFilter(body: Members): (group: AdGroup) => boolean {
  const field = body.oneOf('searchKeywordType', PERFORMANCE_SEARCH, SPONSORED_ERROR_CODE) ?? 'CAMPAIGN_NAME';
  const keyword = body.text('keyword')?.toLowerCase();
  if (keyword === undefined) return () => true;
  if (field === 'GROUP_NUM') return (group) => String(group.number) === keyword;
  if (field === 'KEYWORD') return (group) => group.keywords.some(({ text }) => text.toLowerCase() === keyword);
  return (group) => (field === 'GROUP_NAME' ? group.name : group.campaign.name).toLowerCase() === keyword;
}

function groupFilter(body: Members): (group: AdGroup) => boolean {
  const campaign = campaignNumberOf(body);
  const type = body.whole('type', 0, LARGEST_NUMBER, SPONSORED_ERROR_CODE);
  const sponsorType = body.whole('sponsorType', 0, LARGEST_NUMBER, SPONSORED_ERROR_CODE);
  const country = body.text('countryCode')?.toUpperCase();
  if (country !== undefined && !/^[A-Z]{3}$/.test(country)) throw invalid('countryCode', country);
  const isWanted = activeStatusFilter(body);
  const isNamed = nameFilter(body);
  return (group) =>
    (campaign ?? group.campaign.number) === group.campaign.number &&
    (type ?? group.campaign.type) === group.campaign.type &&
    (sponsorType ?? group.campaign.sponsorType) === group.campaign.sponsorType &&
    (country ?? group.campaign.country) === group.campaign.country &&
    isWanted(group.status) &&
    isNamed(group);
}

function answer(call: Call): Fields {
  const { body } = call;
  checkSeller(call);
  const extUrl = body.text('extUrl');
  if (extUrl === undefined || !EXT_URL.test(extUrl)) throw invalid('extUrl', extUrl ?? '');
  const fromDay = dayMember(body, 'fromDate');
  const toDay = dayMember(body, 'toDate');
  if (fromDay > toDay) throw invalid('fromDate', body.text('fromDate'));
  const { shop } = call.world;
  const rows = adGroupsOf(shop)
    .filter(groupFilter(body))
    .map((group) => rowOf(shop, group, fromDay, toDay, call.shopTime));
  const fieldNames = Object.keys(rows[0]?.fields ?? rowOfNone(shop));
  return {
    header: new ListOf('', [{ ...SPONSORED_SUCCESS }]),
    rows: new ListOf('', sortedPage(body, rows, fieldNames, LARGEST_PAGE)),
    totalRows: rows.length,
  };
}

/** Row fields to use when a report has no rows. */
const rowOfNone = (shop: Shop): Row['fields'] => {
  const [any] = adGroupsOf(shop);
  return any ? rowOf(shop, any, 0, -1, shop.opened).fields : {};
};

export const adPerformance: Operation = {
  id: 'ad-performance',
  method: 'POST',
  paths: { main: '/marketplace/sponsoredmgmt/campaign/group/performance' },
  callsPerHour: 1000,
  isSponsored: true,
  nullSellerMessage: NULL_SELLER,
  answer,
};
