/** All assumptions. They are printed with the results. */

import { latencyModel } from '../host/latency.ts';

export const model = {
  /** Samples per candidate, each in its own process. */
  rounds: 5,
  /** Samples for short measurements, which are more sensitive to machine load. */
  manyRounds: 15,
  warmExecutions: 100,
  manyExecutions: 1000,
  orders: 10_000,
  quickOrders: 500,
  ordersPerPage: 100,
  /** Rows per sheet in counted pulls. */
  tableRows: 20_000,
  quickTableRows: 4000,
  /** One in this many rows changed since the last pull; half as many are new. */
  tableChangedEach: 100,
  /** Rows per write in a pull. */
  tableSlice: 2000,
  /** Modeled spreadsheet time in milliseconds: per write call, per cell written, per cell read. */
  writeCallMs: 200,
  writtenCellMs: 0.03,
  readCellMs: 0.01,
  /** Number of rows, and of samples: large sheets take longer and vary less. */
  growth: [
    [1000, 5],
    [20_000, 3],
    [200_000, 1],
  ],
  quickGrowth: [
    [1000, 3],
    [10_000, 1],
  ],
  /** Megabytes for the script and the host's workbook together. */
  growthHeapMB: 8000,
  /** Simulations of executions that share a cap. Times are in milliseconds. */
  caps: {
    /** Calls per hour. */
    cap: 500,
    /**
     * Lognormal with a 95th percentile of 1.4 s. The service counts a call at a random time before it ends. A lost call
     * takes `timeout`, and the service may count it up to `late` after that.
     */
    travel: { median: 600, sigma: 0.515, timeout: 60_000, late: 20_000 },
    /** Maximum difference between two executions' clocks. */
    skew: 2000,
    /** Maximum deviation of a trigger from its scheduled time. */
    hourlyJitter: 60_000,
    minuteJitter: 5000,
    /** Time after which the platform kills an execution, and after which the execution starts no new calls. */
    execution: 360_000,
    softStop: 270_000,
    formula: 30_000,
    callsAtOnce: 20,
    /** Time to read and write a batch's results. */
    betweenBatches: 250,
    /** Batch duration assumed by the add-on. */
    batch: 1800,
    /** Maximum time to wait for the cap. */
    formulaAsleep: 2000,
    personAsleep: 20_000,
    /** Manual runs and formulas per hour; shares of killed executions, lost calls, and lock timeouts. */
    mixed: { people: 0.2, formulas: 2, crashes: 0.05, lost: 0.0005, busy: 0.01 },
    /** Enforced share of the documented cap, and another program's share of the cap. */
    lowShare: 0.6,
    secondShare: 0.4,
    /**
     * Number of simulations: of days, of days with a frequent trigger, and of months. `few` is for npm limiters and
     * `--quick`.
     */
    seeds: { days: 1000, busyDays: 40, months: 20, few: 3 },
  },
  growing: {
    month: { items: 5000, days: 30 },
    quickMonth: { items: 500, days: 8 },
    /** `stretch`: days from one simulated day to the next. */
    long: { items: 300, days: 60, stretch: 10 },
    /** Stock rows per item, stock pulls per day, and share of rows changed by each: 4.4 changes per row per day. */
    warehouses: 3,
    stockPullsPerDay: 6,
    changedShare: 0.735,
    priceChangesPerDay: 0.59,
    ordersPerDay: 200,
    runsPerDay: 160,
    seed: 1,
  },
  freshness: {
    callsPerHour: 500,
    /** Average per item, distributed by Zipf's law. */
    changesPerDay: 1,
    days: 30,
    /** Simulated days in quick runs with 2,000 items; scaled up for larger shops. */
    quickDays: 2,
    /** Days of logged changes before the first read. */
    daysBefore: 30,
    seed: 1,
    /**
     * Item count, minutes between executions, and job filter, which uses every call or sets a maximum age that can't be
     * met.
     */
    workloads: [
      { items: 2000, minutes: 5, says: { spend: 'all' } },
      { items: 2000, minutes: 10, says: { spend: 'all' } },
      { items: 2000, minutes: 60, says: { spend: 'all' } },
      { items: 2000, minutes: 10, says: { within: '1 hour' } },
      { items: 5000, minutes: 10, says: { spend: 'all' } },
      { items: 20_000, minutes: 10, says: { spend: 'all' } },
    ],
  },
  economy: {
    items: 177,
    orders: 100,
    hours: 24,
    quickHours: 6,
    seed: 1,
    /** Milliseconds per call. */
    latency: 600,
    /** Promised maximum age of prices, in hours. */
    within: 2,
    /** Calls per hour available to continuous jobs. */
    callsLeft: 495,
    /** Minutes between schedule runs, installation type, and account type. */
    books: [
      { minutes: 10, mode: 'bound', account: 'consumer' },
      { minutes: 60, mode: 'addon', account: 'consumer' },
    ],
  },
  planner: {
    seed: 13,
    workloads: 100,
    manyWorkloads: 2000,
    /** Calls and cap in the timed plan. */
    calls: 10_000,
    cap: 500,
    /** Actual batch duration relative to the plan. */
    slower: [0.6, 1.4],
  },
  /** One-cell formulas. `latency` is milliseconds per marketplace call, `start` milliseconds per execution. */
  storm: {
    quick: 300,
    few: 1000,
    many: 10_000,
    recalculations: 10,
    atOnce: 30,
    latency: 600,
    start: 250,
    /** Wall-clock milliseconds before the program is killed. */
    patience: 600_000,
  },
  exports: {
    /** About 28,000 rows each. */
    waves: [1, 2, 3, 4, 5, 6, 7].map((seed) => ({ seed, orders: 6100 })),
    quickWaves: [{ seed: 1, orders: 1500 }],
    rows: 1_000_000,
    quickRows: 100_000,
    /** Kills the first wave's export at this call. The export then resumes. */
    endedAt: 20,
    latency: 600,
    patience: 300_000,
  },
  insight: {
    usual: { orders: 20_000, items: 5000, ads: 100_000 },
    quick: { orders: 2000, items: 500, ads: 10_000 },
  },
  /** Modeled time of Google's services, and the latency factors to measure. */
  patience: { services: latencyModel, latencies: [1, 3] },
  goals: {
    /** Service calls, and modeled seconds at latency 1. */
    firstPull: { calls: 190, seconds: 8 },
    secondPull: { calls: 100 },
    coldFormula: { calls: 25, seconds: 1.5 },
    fullColdFormula: { calls: 25 },
    warmFormula: { calls: 2 },
    sidebar: { calls: 15 },
    nothingDue: { calls: 12 },
    demo: { seconds: 30 },
    insightSeconds: 5,
    /** Share of a workbook's cell limit. */
    filledShare: 0.5,
    /** Maximum ratio to the preceding period. */
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
    /** Refusals per day: the ledger learns a low cap on the first day. */
    refusals: { firstDay: 50, later: 10 },
    asleepMinutesADay: 30,
    asleepWorstDay: 50,
    /** Google limits a property to 9 KB. */
    stateCharacters: 7000,
    operationsATransaction: 2,
    delayTimesBound: 1.1,
    worstTimesTurn: 1.5,
    calmCallsADay: 2500,
    plannedSlotsOff: 1,
    planMs: 10,
  },
} as const;
