/** Everything the API specification leaves open ("not shown"): one constant per decision. */

/** Root of XML answers, and of JSON answers in odd-shapes; the specification uses this neutral word. */
export const RESPONSE_ROOT = 'MarketAPIResponse';
export const REQUEST_ROOT = 'MarketAPIRequest';
export const INVENTORY_ROOT = 'ContentQueryCriteria';

/** HTTP codes per error are not shown. Published clients report these. */
export const HTTP = {
  badRequest: 400,
  wrongCredentials: 401,
  notYourSeller: 403,
  notFound: 404,
  wrongMethod: 405,
  notAcceptable: 406,
  tooLarge: 413,
  wrongMediaType: 415,
  tooManyRequests: 429,
  headersTooLarge: 431,
} as const;

/** Code for a request that violates the schema, taken from a published answer. */
export const SCHEMA_CODE = 'CE002';

/** The price history's code for a missing seller is not shown; the other operations use this one. */
export const NULL_SELLER_CODE = 'CE001';

/** Code for a lookup RequestID never submitted on this storefront; only an ID error code is published. */
export const UNKNOWN_REQUEST_ID_CODE = 'DF006';

/** The answer's format if neither Accept nor Content-Type names one: the older of the two. */
export const FORMAT_UNLESS_ASKED: 'json' | 'xml' = 'xml';

/** A charset in Content-Type is accepted. One client reports a refusal, but no document forbids it. */
export const CHARSET_ACCEPTED: boolean = true;

/** No valid request comes near this size; larger bodies are refused. */
export const LARGEST_BODY_BYTES = 1_000_000;

/** The four older operations validate by schema, so they refuse members that the specification does not list. */
export const UNKNOWN_MEMBERS_REFUSED: boolean = true;

/** Order criteria found in published requests but not in the specification: accepted without effect. */
export const TOLERATED_ORDER_CRITERIA = ['CountryCode', 'PremierOrder'] as const;

/**
 * The positions of IssueUser and VoidSoon are not shown. IssueUser is read under the root or in RequestBody, VoidSoon
 * in RequestCriteria or in RequestBody. Address registration is not shown either, so any email address counts as
 * registered.
 */
export const REGISTERED_ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** A lookup identifier is malformed if it is empty or longer than this; otherwise it is unknown at worst. */
export const LONGEST_IDENTIFIER = 40;

/**
 * A batch without any match gets CT026. By UPC it gets CT010 (item in another condition) if one of the codes belongs to
 * a catalog product that this seller does not list, as a client has observed. Item numbers and part numbers are the
 * seller's own, so an unknown one has no condition and never gets CT010.
 */
export const UNLISTED_UPC_CODE = 'CT010';

/** The country codes are not shown: any three letters are valid, and a country without stock has no entry. */
export const WAREHOUSE_CODE = /^[A-Za-z]{3}$/;

/** WarehouseCode and Quantity are listed with the fields of Inventory, so they belong to that entry. */
export const OPERATOR_WAREHOUSES = ['06', '07', '08'] as const;

/** 0 means shipped by the seller. The published schema has only 0 and 1, so 1 means shipped by the operator. */
export const SHIPPED_BY_OPERATOR = 1;

/** 0 means a marketplace order. The published schema has only 0 and 2, so 2 means multichannel. */
export const MULTI_CHANNEL = 2;

/** The repeated element of PriceLogs in XML is not shown; all other lists use the singular of their name. */
export const PRICE_LOG_ELEMENT = 'PriceLog';

/** Default page size of the price history. No maximum is shown, so none is enforced. */
export const PRICE_HISTORY_PAGE_SIZE = 25;

/** Versions used by published clients: 304 is shown, 308 was never seen. */
export const ORDER_VERSIONS = [304, 305, 306, 307, 309, 310, 311, 312, 313, 314, 315] as const;

/** Status 5 does not exist before version 312; these versions show such an order as Unshipped, so none is missing. */
export const PENDING_BEFORE_312 = 0;

/** The time from an order to its auto-void is not shown. */
export const AUTO_VOID_AFTER_DAYS = 4;

/** VoidSoon 24 or 48 selects unshipped orders that are auto-voided within that many hours. */
export const VOID_SOON_HOURS = ['24', '48'] as const;

/** The sort order of orders is not shown. Clients report pages that shift, so the newest come first. */
export const ORDERS_NEWEST_FIRST: boolean = true;

/** The ad codes are not shown: campaign types are numbered as in published clients; the others have one value each. */
export const CAMPAIGN_TYPES = { products: 0, headlines: 1, video: 2 } as const;
export const LANDING_PAGE_TYPE = 1;
export const COST_MODEL = 1;

/** The allowed performance selectors are not shown, so any path-like text is one. */
export const EXT_URL = /^[\w./-]{1,200}$/;

/**
 * The field that `keyword` is compared with in the performance report; by default the campaign name. The first three
 * are quoted by published requests: KEYWORD finds groups that bid on exactly this keyword.
 */
export const PERFORMANCE_SEARCH = ['GROUP_NAME', 'GROUP_NUM', 'KEYWORD', 'CAMPAIGN_NAME'] as const;

/**
 * Match modes of the keyword search: KEYWORD compares the whole text (the specification says "exactly"), FUZZY a part.
 */
export const KEYWORD_SEARCH = ['KEYWORD', 'FUZZY'] as const;

/** Pending is neither active nor inactive: its activeStatus is null, and no activeStatus filter returns it. */
export const PENDING_ACTIVE_STATUS = null;

/** `cr` is orders divided by clicks. Ratios are fractions of 1 with this many decimals. */
export const RATIO_DECIMALS = 6;

/** Successful answers of the sponsored operations have a header, as related operations do; its code is text. */
export const SPONSORED_SUCCESS = { msg: 'success', bizCode: '000' } as const;

/** Errors of the sponsored operations are not shown: they use the JSON error body of the specification. */
export const SPONSORED_ERROR_CODE = '400';

/**
 * A call counts against its cap if credentials and seller are valid, regardless of its result. Refused calls never
 * count.
 */
export const CAP_WINDOW_MS = 3_600_000;

/** The shop advances in steps of this length from its opening, so that reads close together agree. */
export const SHOP_STEP_MS = 3_600_000;
