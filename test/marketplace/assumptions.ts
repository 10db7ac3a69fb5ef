/** One constant for each gap in the API specification. */

/**
 * The root of XML responses and, in the odd-shapes scenario, of JSON responses. The specification uses this neutral
 * name.
 */
export const RESPONSE_ROOT = 'MarketAPIResponse';
export const REQUEST_ROOT = 'MarketAPIRequest';
export const INVENTORY_ROOT = 'ContentQueryCriteria';

/** The specification has no HTTP status codes for errors. Published clients report these. */
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

/** The code for a request that violates the schema. Source: a published response. */
export const SCHEMA_CODE = 'CE002';

/** The specification has no code for a price history call without a seller; the other operations use this one. */
export const NULL_SELLER_CODE = 'CE001';

/**
 * The code for a lookup RequestID that was never submitted on this storefront. No other code for a bad ID is published.
 */
export const UNKNOWN_REQUEST_ID_CODE = 'DF006';

/** The response format if neither Accept nor Content-Type names one. XML is the older format. */
export const FORMAT_UNLESS_ASKED: 'json' | 'xml' = 'xml';

/** Whether Content-Type may specify a charset. One client reports an error, but no document forbids it. */
export const CHARSET_ACCEPTED: boolean = true;

/** Larger bodies are rejected. No valid request comes close to this size. */
export const LARGEST_BODY_BYTES = 1_000_000;

/** The four older operations validate against the schema and reject members that the specification doesn't list. */
export const UNKNOWN_MEMBERS_REFUSED: boolean = true;

/** Accepted but ignored: these order criteria occur in published requests but not in the specification. */
export const TOLERATED_ORDER_CRITERIA = ['CountryCode', 'PremierOrder'] as const;

/**
 * The specification doesn't say where IssueUser and VoidSoon belong. Both may be in RequestBody; IssueUser may also be
 * under the root and VoidSoon in RequestCriteria. Address registration isn't documented either, so every email address
 * is registered.
 */
export const REGISTERED_ADDRESS = /^[^\s@]+@[^\s@]+$/;

/**
 * The maximum length of a lookup identifier. An empty or longer one is malformed; any other without a match is unknown.
 */
export const LONGEST_IDENTIFIER = 40;

/**
 * A batch without a match gets CT026. In a lookup by UPC, a client got CT010 (item in another condition) if one code
 * belonged to a catalog product that the seller doesn't list. Item numbers and part numbers belong to the seller, so
 * they never get CT010.
 */
export const UNLISTED_UPC_CODE = 'CT010';

/** The specification has no country codes: any three letters are valid, and a country without stock has no entry. */
export const WAREHOUSE_CODE = /^[A-Za-z]{3}$/;

/** The specification lists WarehouseCode and Quantity with the fields of Inventory, so they are members of it. */
export const OPERATOR_WAREHOUSES = ['06', '07', '08'] as const;

/** 0 means shipped by the seller. The published schema allows only 0 and 1, so 1 means shipped by the operator. */
export const SHIPPED_BY_OPERATOR = 1;

/** 0 means a marketplace order. The published schema allows only 0 and 2, so 2 means multichannel. */
export const MULTI_CHANNEL = 2;

/**
 * The specification doesn't name the repeated XML element of PriceLogs. All other lists use the singular of their name.
 */
export const PRICE_LOG_ELEMENT = 'PriceLog';

/** The default page size of the price history. The specification has no maximum, so no maximum is enforced. */
export const PRICE_HISTORY_PAGE_SIZE = 25;

/** The versions that published clients use. The specification shows 304; no client uses 308. */
export const ORDER_VERSIONS = [304, 305, 306, 307, 309, 310, 311, 312, 313, 314, 315] as const;

/** Status 5 doesn't exist before version 312. Earlier versions show these orders as unshipped. */
export const PENDING_BEFORE_312 = 0;

/** The specification doesn't say how long after an order its auto-void happens. */
export const AUTO_VOID_AFTER_DAYS = 4;

/** VoidSoon 24 or 48 selects unshipped orders with an auto-void within that many hours. */
export const VOID_SOON_HOURS = ['24', '48'] as const;

/** The specification has no sort order for orders. Clients report shifting pages, so the newest order comes first. */
export const ORDERS_NEWEST_FIRST: boolean = true;

/** The specification has no ad codes. Campaign types use the numbers that published clients use. */
export const CAMPAIGN_TYPES = { products: 0, headlines: 1, video: 2 } as const;
export const LANDING_PAGE_TYPE = 1;
export const COST_MODEL = 1;

/** The specification doesn't list the performance selectors, so any path-like string is accepted. */
export const EXT_URL = /^[\w./-]{1,200}$/;

/**
 * The field that `keyword` is matched against in the performance report; CAMPAIGN_NAME by default. Published requests
 * contain the first three. KEYWORD finds groups that bid on exactly this keyword.
 */
export const PERFORMANCE_SEARCH = ['GROUP_NAME', 'GROUP_NUM', 'KEYWORD', 'CAMPAIGN_NAME'] as const;

/**
 * Match modes for keyword search. KEYWORD matches the whole keyword ("exactly" in the specification); FUZZY matches
 * part of it.
 */
export const KEYWORD_SEARCH = ['KEYWORD', 'FUZZY'] as const;

/** The activeStatus of a pending keyword. No activeStatus filter returns it. */
export const PENDING_ACTIVE_STATUS = null;

/** `cr` is orders divided by clicks. Ratios are fractions of 1, rounded to this many decimals. */
export const RATIO_DECIMALS = 6;

/**
 * The header of successful responses from the advertising operations, with the shape that related operations use. Its
 * code is a string.
 */
export const SPONSORED_SUCCESS = { msg: 'success', bizCode: '000' } as const;

/** The specification has no error codes for the sponsored operations, which use its JSON error body. */
export const SPONSORED_ERROR_CODE = '400';

/**
 * The window of a cap. A call counts toward the cap if its credentials and seller are valid, even if it fails. A call
 * rejected because of the cap doesn't count.
 */
export const CAP_WINDOW_MS = 3_600_000;

/** Starting at its opening, the shop changes in steps of this length, so that reads within a step are consistent. */
export const SHOP_STEP_MS = 3_600_000;
