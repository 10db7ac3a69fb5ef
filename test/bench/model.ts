/** Every number that the measures assume, in one place; they are printed with the results. */

import { latencyModel } from '../host/latency.ts';

export const model = {
  /** Samples of each candidate of a timed measure, each in a process of its own. */
  rounds: 5,
  /** Of short ones, which other work on the machine spoils more easily. */
  manyRounds: 15,
  /** Executions after the first whose median is the warm time. */
  warmExecutions: 100,
  manyExecutions: 1000,
  orders: 10_000,
  quickOrders: 500,
  ordersPerPage: 100,
  /** Rows of the sheet whose pulls are counted. */
  tableRows: 20_000,
  quickTableRows: 4000,
  /** Of so many rows one has changed since the last pull; half as many are new. */
  tableChangedEach: 100,
  /** A pull writes what it has after so many rows. */
  tableSlice: 2000,
  /** What the spreadsheet takes its time for, in milliseconds: a call that writes, a cell written, a cell read. */
  writeCallMs: 200,
  writtenCellMs: 0.03,
  readCellMs: 0.01,
  /** Rows by which growth is told, each with the samples of it: large ones take long and vary less. */
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
  /** Executions against a cap, in simulated time. All times in milliseconds. */
  caps: {
    /** Calls an hour. */
    cap: 500,
    /**
     * How a call travels: lognormal, with a 95th percentile of 1.4 s; the service counts it anywhere in that time.
     * One that is lost is waited for, and may be counted even later.
     */
    travel: { median: 600, sigma: 0.515, timeout: 60_000, late: 20_000 },
    /** How far the clocks of two executions are apart at most. */
    skew: 2000,
    /** How early or late a trigger fires. */
    hourlyJitter: 60_000,
    minuteJitter: 5000,
    /** After which the platform ends an execution, and no more calls are begun. */
    execution: 360_000,
    softStop: 270_000,
    formula: 30_000,
    callsAtOnce: 20,
    /** Reading and writing what a batch brought. */
    betweenBatches: 250,
    /** What the add-on takes a batch to last. */
    batch: 1800,
    /** Longest waits. */
    formulaAsleep: 2000,
    personAsleep: 20_000,
    /**
     * Beside the trigger: runs by people and formulas an hour, and the shares of executions that end anywhere,
     * of calls that are lost and of locks that are not had.
     */
    mixed: { people: 0.2, formulas: 2, crashes: 0.05, lost: 0.0005, busy: 0.01 },
    /** Share of the documented cap that is really kept, and share that another program spends evenly. */
    lowShare: 0.6,
    secondShare: 0.4,
    /** How many are simulated: days, days of a trigger that fires often, months, and all of these with a peer or quickly. */
    seeds: { days: 1000, busyDays: 40, months: 20, few: 3 },
  },
  /** Days of standard jobs in simulated time. */
  growing: {
    month: { items: 5000, days: 30 },
    quickMonth: { items: 500, days: 8 },
    /** With so many days from one simulated day to the next. */
    long: { items: 300, days: 60, stretch: 10 },
    /** Rows of stock an item, pulls of them a day, and how many are others each time: 4.4 changes a row and day. */
    warehouses: 3,
    looksADay: 6,
    changedShare: 0.735,
    /** Of an item. */
    priceChangesADay: 0.59,
    ordersADay: 200,
    runsADay: 160,
    seed: 1,
  },
  /** Polls of price history in simulated time. */
  freshness: {
    callsAnHour: 500,
    /** Of an item on average; the k-th has its share by Zipf's law. */
    changesADay: 1,
    days: 30,
    /** For 2,000 items; for more so many times longer. */
    quickDays: 2,
    /** Of which the log tells when an item is first read. */
    daysBefore: 30,
    seed: 1,
    /** Items, minutes between two executions, and what the job says: that it spends all, or what cannot be kept. */
    workloads: [
      { items: 2000, minutes: 5, says: { spend: 'all' } },
      { items: 2000, minutes: 10, says: { spend: 'all' } },
      { items: 2000, minutes: 60, says: { spend: 'all' } },
      { items: 2000, minutes: 10, says: { within: '1 hour' } },
      { items: 5000, minutes: 10, says: { spend: 'all' } },
      { items: 20_000, minutes: 10, says: { spend: 'all' } },
    ],
  },
  /** A day of the standard jobs in simulated time. */
  economy: {
    items: 177,
    orders: 100,
    hours: 24,
    quickHours: 6,
    seed: 1,
    /** Of a call, in milliseconds. */
    latency: 600,
    /** What the jobs promise of every item, in hours. */
    within: 2,
    /** That continuous jobs may make in an hour. */
    callsLeft: 495,
    /** How often the schedule comes, in minutes, and where. */
    books: [
      { minutes: 10, mode: 'bound', account: 'consumer' },
      { minutes: 60, mode: 'addon', account: 'consumer' },
    ],
  },
  /** Plans of random workloads, the same for the same seed. */
  planner: {
    seed: 13,
    workloads: 100,
    manyWorkloads: 2000,
    /** Calls of the plan that is timed, and the cap. */
    calls: 10_000,
    cap: 500,
    /** Actual time of batches, relative to the plan. */
    slower: [0.6, 1.4],
  },
  /** Formulas in cells. Times in milliseconds: a call of the marketplace, and an execution from its start to its end. */
  storm: {
    quick: 300,
    few: 1000,
    many: 10_000,
    recalculations: 10,
    atOnce: 30,
    latency: 600,
    start: 250,
    /** Real time after which the program is given up. */
    patience: 600_000,
  },
  /** Exports: waves of the built add-on, rows through the pure part, milliseconds of a call, real time of the program. */
  exports: {
    /** Some 28,000 rows each. */
    waves: [1, 2, 3, 4, 5, 6, 7].map((seed) => ({ seed, orders: 6100 })),
    quickWaves: [{ seed: 1, orders: 1500 }],
    rows: 1_000_000,
    quickRows: 100_000,
    /** One wave is ended at that call of its export, and goes on. */
    endedAt: 20,
    latency: 600,
    patience: 300_000,
  },
  /** Rows of the tables that insights look at. */
  insight: {
    usual: { orders: 20_000, items: 5000, ads: 100_000 },
    quick: { orders: 2000, items: 500, ads: 10_000 },
  },
  /** Services of Google's, as the local host models them, and so many times that. */
  patience: { services: latencyModel, latencies: [1, 3] },
  goals: {
    /** Of service calls, and of their seconds at a latency of 1. */
    firstPull: { calls: 190, seconds: 8 },
    secondPull: { calls: 100 },
    coldFormula: { calls: 25, seconds: 1.5 },
    fullColdFormula: { calls: 25 },
    warmFormula: { calls: 2 },
    sidebar: { calls: 15 },
    nothingDue: { calls: 12 },
    demo: { seconds: 30 },
    insightSeconds: 5,
    /** Of the cells that a workbook may have. */
    filledShare: 0.5,
    /** Times the cells of the days before. */
    flat: 1.05,
    /** For 50,000 rows; and megabytes. */
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
    /** Calls of a day: a low cap is found on the first one. */
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
