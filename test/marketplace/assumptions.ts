/** What the marketplace API specification leaves open ("not shown"), as read here: one constant each. */

/** Root of XML answers, and of JSON answers in the scenario that has one; the specification's neutral word. */
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

/** Code of a request that breaks the schema, as a published answer shows it. */
export const SCHEMA_CODE = 'CE002';

/** The price history's code for a null seller is not shown: the same code as the other operations'. */
export const NULL_SELLER_CODE = 'CE001';

/** Code for a lookup RequestID that was never submitted on that storefront; only an id error code is published. */
export const UNKNOWN_REQUEST_ID_CODE = 'DF006';

/** Format where neither Accept nor Content-Type names one: the older of the two. */
export const FORMAT_UNLESS_ASKED: 'json' | 'xml' = 'xml';

/** A charset in Content-Type is accepted: refusing it is reported by one client, forbidden by nothing written. */
export const CHARSET_ACCEPTED: boolean = true;

/** No request comes near this size; more is refused before it is read. */
export const LARGEST_BODY_BYTES = 1_000_000;

/** Members that the specification does not list are refused in the four older operations (they validate by schema). */
export const UNKNOWN_MEMBERS_REFUSED: boolean = true;

/** Order criteria that published requests carry beyond the specification: accepted and without effect. */
export const TOLERATED_ORDER_CRITERIA = ['CountryCode', 'PremierOrder'] as const;

/**
 * Positions of IssueUser and VoidSoon are not shown. IssueUser is read under the root or in RequestBody, VoidSoon in
 * RequestCriteria or in RequestBody. Registering an address is not shown either: any address counts as registered.
 */
export const REGISTERED_ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** A lookup identifier is malformed when empty or longer than this; anything else is merely unknown. */
export const LONGEST_IDENTIFIER = 40;

/**
 * When nothing of a batch is found, CT026 says so; but CT010, the item in another condition, if one of its UPC codes is
 * of a product that the catalogue knows and this seller lists in no condition at all, as a client has observed. A batch
 * by item number or part number never has it: those are the seller's own, so an unknown one has no condition.
 */
export const UNLISTED_UPC_CODE = 'CT010';

/** The country codes are not shown: any three letters are a code, and one without stock gives no entry. */
export const WAREHOUSE_CODE = /^[A-Za-z]{3}$/;

/** WarehouseCode and Quantity are listed with the fields of Inventory, so they sit in that entry. */
export const OPERATOR_WAREHOUSES = ['06', '07', '08'] as const;

/** 0 is shipped by seller; the published schema knows only 0 and 1, so 1 is shipped by the operator. */
export const SHIPPED_BY_OPERATOR = 1;

/** 0 is a marketplace order; the published schema knows only 0 and 2, so 2 is multichannel. */
export const MULTI_CHANNEL = 2;

/** The repeated element of PriceLogs in XML is not shown: the singular of the list's name, as everywhere else. */
export const PRICE_LOG_ELEMENT = 'PriceLog';

/** No maximum of the price history's page size is shown: none is enforced. */
export const PRICE_HISTORY_PAGE_SIZE = 25;

/** Versions as published clients use them: 304 is shown, 308 never seen. */
export const ORDER_VERSIONS = [304, 305, 306, 307, 309, 310, 311, 312, 313, 314, 315] as const;

/** Below 312 status 5 does not exist; such an order is shown as Unshipped, so that every version shows every order. */
export const PENDING_BEFORE_312 = 0;

/** Time from the order to its automatic voiding is not shown. */
export const AUTO_VOID_AFTER_DAYS = 4;

/** VoidSoon 24 or 48: unshipped now, and voided automatically within that many hours from now. */
export const VOID_SOON_HOURS = ['24', '48'] as const;

/** The order of orders in a list is not shown: newest first, as clients that meet shifting pages report. */
export const ORDERS_NEWEST_FIRST: boolean = true;

/** The meaning of the ad codes is not shown: campaign types as published clients number them, and one of the others. */
export const CAMPAIGN_TYPES = { products: 0, headlines: 1, video: 2 } as const;
export const LANDING_PAGE_TYPE = 1;
export const COST_MODEL = 1;

/** Any path-like text is a performance selector: its allowed values are not shown. */
export const EXT_URL = /^[\w./-]{1,200}$/;

/**
 * What the searchKeywordType of the performance report compares keyword with; without it, the campaign's name. The
 * first three are quoted by published requests: KEYWORD finds the groups that bid on exactly that keyword.
 */
export const PERFORMANCE_SEARCH = ['GROUP_NAME', 'GROUP_NUM', 'KEYWORD', 'CAMPAIGN_NAME'] as const;

/** The keyword search's match modes: KEYWORD compares the whole text (its row says "exactly"), FUZZY a part of it. */
export const KEYWORD_SEARCH = ['KEYWORD', 'FUZZY'] as const;

/** Pending belongs to neither active state, so its activeStatus is null and no activeStatus filter returns it. */
export const PENDING_ACTIVE_STATUS = null;

/** cr: orders divided by clicks; ratios are fractions of 1 with this many decimals. */
export const RATIO_DECIMALS = 6;

/** Answers of the sponsored operations carry a header on success, as sibling operations do; its code is text. */
export const SPONSORED_SUCCESS = { msg: 'success', bizCode: '000' } as const;

/** Errors of the sponsored operations are not shown: they have the error body that the specification gives for JSON. */
export const SPONSORED_ERROR_CODE = '400';

/** Caps count a call when its credentials and seller are right, whatever comes of it, and never a refused one. */
export const CAP_WINDOW_MS = 3_600_000;

/** The shop moves on in steps of this length since it opened, so that reads close together agree. */
export const LIFE_STEP_MS = 3_600_000;
