/** What the API specification leaves open. Each assumption is named here once, with its reason; nothing else decides. */
export const assumptions = {
  /** The operator's brand in envelope names (`<Word>APIRequest`). Answers are read with any word. */
  envelopeWord: 'Market',
  /** JSON requests go out without the envelope root; clients report that a root in JSON is refused. */
  jsonRequestsHaveRoot: false,
  /** The newest order version whose fields are documented. */
  orderVersion: '314',
  /** The performance selector is required but its values are not shown; this one is quoted by others. */
  extUrl: 'group/searchGroupByCampaign',
  /** Sorting of the sponsored operations, as documented by their defaults. */
  sortField: 'InDate',
  sortType: 'Desc',
  /** Price history names no maximum page size; a clamped page is noticed and the next one asked for. */
  priceHistoryPageSize: 100,
  /** No maximum is shown for order number lists; one page of them is asked for at a time. */
  orderNumbersPerCall: 100,
  /** Date-times without an offset are Pacific wall time, in every answer. */
  answersAreInPacificTime: true,
  /** Identifiers that begin so are marketplace item numbers, all others seller part numbers. */
  itemNumberPrefix: '9SI',
  /** Pages that are fetched in parallel, and at most before they are written. */
  pagesAtOnce: 20,
  /** Seconds before a call is given up; one client saw answers after minutes, Apps Script ends a run at six. */
  callTimeoutSeconds: 60,
} as const;
