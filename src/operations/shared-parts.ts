import { id, money, text, words } from '../protocol/fields.ts';
import type { Body, Param } from '../protocol/operation.ts';

export const sortParams = {
  sortField: {
    label: 'Sorted by',
    type: 'text',
    otherwise: 'InDate',
    meaning: 'Field that the marketplace sorts its results by. You can still sort the sheet any way you like.',
  },
  sortType: {
    label: 'Order',
    type: 'choice',
    otherwise: 'Desc',
    meaning: 'Sort direction of the results.',
    choices: { Desc: 'Descending', Asc: 'Ascending' },
  },
} as const satisfies Readonly<Record<string, Param>>;

export const pageInfo = {
  pageInfo: {
    members: {
      pageIndex: { param: 'page', as: 'number' },
      pageSize: { param: 'pageSize', as: 'number' },
      sortField: { param: 'sortField' },
      sortType: { param: 'sortType' },
    },
  },
} as const satisfies Body;

/** Statuses of campaigns, ad groups, and keywords. */
export const statusCodes = words('Pending', 'Delivering', 'Processing', 'Out of budget', 'Inactive', 'Ended');
export const activeCodes = words('Active', 'Inactive');

export const statusTones = {
  good: ['Delivering'],
  open: ['Pending', 'Processing'],
  bad: ['Out of budget'],
  over: ['Inactive', 'Ended'],
} as const;
export const activeTones = { good: ['Active'], over: ['Inactive'] } as const;

export const groupFields = {
  campaignNumber: id('campaignNumber', 'Campaign number.'),
  campaignName: text('campaignName', 'Campaign name.'),
  groupNumber: id('groupNumber', 'Ad group number.'),
  groupName: text('groupName', 'Ad group name.'),
};

export const bidFields = {
  suggBid: money('suggBid', 'Recommended bid.'),
  suggBidLowest: money('suggBidLowest', 'Lower bound of the recommended bid.'),
  suggBidMost: money('suggBidMost', 'Upper bound of the recommended bid.'),
};

/** Prefix of sellers' item numbers. The marketplace's own catalog pages use other numbers. */
export const ITEM_NUMBER_PREFIX = '9SI';

export const ITEM_HEADERS = [
  ...['Item number', 'Market item number', 'Seller part number', 'SKU', 'SKUs', 'Part number', 'UPC code'],
  ...['UPC', 'Item', 'Items', 'Item no', 'Item no.', 'Item #', 'Item ID', 'Product ID', 'Product', 'Identifier'],
] as const;

/** Defines a param that requests the whole Catalog instead of the values in `list`. */
export function allOfCatalog<L extends string>(list: L) {
  return {
    label: 'Items',
    type: 'choice',
    meaning: 'Items to pull.',
    choices: { catalog: 'All of the Catalog' },
    insteadOf: list,
  } as const;
}
