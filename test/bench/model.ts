/** Every number that the measures assume. Results are printed with it. */

import { latencyModel } from '../host/latency.ts';

export const model = {
  /** Samples per candidate of a timed measure, each in its own process. */
  rounds: 5,
  /** Samples of short measures, which are more sensitive to other work on the machine. */
  manyRounds: 15,
  /** Warm executions; their median is the warm time. */
  warmExecutions: 100,
  manyExecutions: 1000,
  orders: 10_000,
  quickOrders: 500,
  ordersPerPage: 100,
  /** Rows of the sheet for counted pulls. */
  tableRows: 20_000,
  quickTableRows: 4000,
  /** One in so many rows has changed since the last pull; half as many are new. */
  tableChangedEach: 100,
  /** Rows per write of a pull. */
  tableSlice: 2000,
  /** Modeled time of the spreadsheet: per writing call, per cell written, per cell read, in milliseconds. */
  writeCallMs: 200,
  writtenCellMs: 0.03,
  readCellMs: 0.01,
  /** Rows, and samples at that size. Large sheets take longer and vary less. */
  growth: [
    [1000, 5],
    [20_000, 3],
    [200_000, 1],
  ],
  quickGrowth: [
    [1000, 3],
    [10_000, 1],
  ],
  /** Megabytes of heap for the script and the host's workbook together. */
  growthHeapMB: 8000,
  /** Simulated executions against a cap. All times in milliseconds. */
  caps: {
    /** Calls per hour. */
    cap: 500,
    /**
     * Travel time of a call: lognormal with a 95th percentile of 1.4 s; the service counts the call at a random moment
     * in it. A caller waits `timeout` for a lost call, and the service may count it up to `late` after that.
     */
    travel: { median: 600, sigma: 0.515, timeout: 60_000, late: 20_000 },
    /** Largest difference between the clocks of two executions. */
    skew: 2000,
    /** How early or late a trigger fires. */
    hourlyJitter: 60_000,
    minuteJitter: 5000,
    /** Time until the platform ends an execution, and until it begins no more calls. */
    execution: 360_000,
    softStop: 270_000,
    formula: 30_000,
    callsAtOnce: 20,
    /** Time to read and write the results of a batch. */
    betweenBatches: 250,
    /** Duration of a batch that the add-on assumes. */
    batch: 1800,
    /** Longest waits. */
    formulaAsleep: 2000,
    personAsleep: 20_000,
    /**
     * In addition to the trigger: runs by people and formulas per hour; shares of killed executions, lost calls, and
     * locks that time out.
     */
    mixed: { people: 0.2, formulas: 2, crashes: 0.05, lost: 0.0005, busy: 0.01 },
    /** Real cap as a share of the documented one, and share of the cap used by another program. */
    lowShare: 0.6,
    secondShare: 0.4,
    /** Number of simulations: days, days with a frequent trigger, months, and for peers or with `--quick`. */
    seeds: { days: 1000, busyDays: 40, months: 20, few: 3 },
  },
  /** Simulated days of standard jobs. */
  growing: {
    month: { items: 5000, days: 30 },
    quickMonth: { items: 500, days: 8 },
    /** `stretch` is the number of days between simulated days. */
    long: { items: 300, days: 60, stretch: 10 },
    /** Stock rows per item, stock pulls per day, share of rows changed by each: 4.4 changes per row and day. */
    warehouses: 3,
    stockPullsPerDay: 6,
    changedShare: 0.735,
    /** Per item. */
    priceChangesPerDay: 0.59,
    ordersPerDay: 200,
    runsPerDay: 160,
    seed: 1,
  },
  /** Simulated polls of price history. */
  freshness: {
    callsPerHour: 500,
    /** Average per item. The k-th item's share follows Zipf's law. */
    changesPerDay: 1,
    days: 30,
    /** For 2,000 items; proportionally more for larger shops. */
    quickDays: 2,
    /** Days of changes already logged when an item is first read. */
    daysBefore: 30,
    seed: 1,
    /** Items, minutes between executions, and the job's filter: to use every call, or an age that cannot be kept. */
    workloads: [
      { items: 2000, minutes: 5, says: { spend: 'all' } },
      { items: 2000, minutes: 10, says: { spend: 'all' } },
      { items: 2000, minutes: 60, says: { spend: 'all' } },
      { items: 2000, minutes: 10, says: { within: '1 hour' } },
      { items: 5000, minutes: 10, says: { spend: 'all' } },
      { items: 20_000, minutes: 10, says: { spend: 'all' } },
    ],
  },
  /** A simulated day of the standard jobs. */
  economy: {
    items: 177,
    orders: 100,
    hours: 24,
    quickHours: 6,
    seed: 1,
    /** Per call, in milliseconds. */
    latency: 600,
    /** Promised age of prices, in hours. */
    within: 2,
    /** Calls per hour available to continuous jobs. */
    callsLeft: 495,
    /** Minutes between schedule runs, and the kind of installation and account. */
    books: [
      { minutes: 10, mode: 'bound', account: 'consumer' },
      { minutes: 60, mode: 'addon', account: 'consumer' },
    ],
  },
  /** Plans of random workloads. The same seed gives the same workloads. */
  planner: {
    seed: 13,
    workloads: 100,
    manyWorkloads: 2000,
    /** Calls of the timed plan, and its cap. */
    calls: 10_000,
    cap: 500,
    /** Actual duration of batches, relative to the plan. */
    slower: [0.6, 1.4],
  },
  /** Formulas in cells. `latency` is per marketplace call and `start` per execution, in milliseconds. */
  storm: {
    quick: 300,
    few: 1000,
    many: 10_000,
    recalculations: 10,
    atOnce: 30,
    latency: 600,
    start: 250,
    /** Real time until the program is killed. */
    patience: 600_000,
  },
  /**
   * Exports: waves of the built add-on, rows of the large export, milliseconds per call, real time limit of the
   * program.
   */
  exports: {
    /** About 28,000 rows each. */
    waves: [1, 2, 3, 4, 5, 6, 7].map((seed) => ({ seed, orders: 6100 })),
    quickWaves: [{ seed: 1, orders: 1500 }],
    rows: 1_000_000,
    quickRows: 100_000,
    /** The export of the first wave is killed at this call and then resumed. */
    endedAt: 20,
    latency: 600,
    patience: 300_000,
  },
  /** Rows of the tables that insights read. */
  insight: {
    usual: { orders: 20_000, items: 5000, ads: 100_000 },
    quick: { orders: 2000, items: 500, ads: 10_000 },
  },
  /** Modeled time of Google's services in the local host, and the multiples to measure. */
  patience: { services: latencyModel, latencies: [1, 3] },
  goals: {
    /** Service calls, and modeled seconds at a latency of 1. */
    firstPull: { calls: 190, seconds: 8 },
    secondPull: { calls: 100 },
    coldFormula: { calls: 25, seconds: 1.5 },
    fullColdFormula: { calls: 25 },
    warmFormula: { calls: 2 },
    sidebar: { calls: 15 },
    nothingDue: { calls: 12 },
    demo: { seconds: 30 },
    insightSeconds: 5,
    /** Share of the cells that a workbook can hold. */
    filledShare: 0.5,
    /** Compared with the days before. */
    flat: 1.05,
    /** Seconds per 50,000 rows, and megabytes. */
    exportSeconds: 60,
    forgetSeconds: 60,
    exportHeapMB: 64,
    lockTries: 50,
    formulaSeconds: 30,
    rangeSeconds: 4,
    wallTimesLeast: 1.1,
    warmExecutionMs: 5,
    growthOverManyExecutionsMB: 64,
    coldStartTimesParser: 10,
    bundleBytes: 600_000,
    jsonTimesParse: 2,
    xmlTimesParser: 1.25,
    heapMB: 32,
    blockReads: 1,
    tableWriteCalls: 20,
    cellsTimesDirty: 4,
    growth: 1.3,
    unusedHourly: 5,
    unusedMinutely: 1,
    unusedLowCap: 2,
    /** Refused calls per day: the ledger learns a low cap on the first day. */
    refusals: { firstDay: 50, later: 10 },
    asleepMinutesADay: 30,
    asleepWorstDay: 50,
    /** A property holds 9 KB. */
    stateCharacters: 7000,
    operationsATransaction: 2,
    delayTimesBound: 1.1,
    worstTimesTurn: 1.5,
    calmCallsADay: 2500,
    plannedSlotsOff: 1,
    planMs: 10,
  },
} as const;
