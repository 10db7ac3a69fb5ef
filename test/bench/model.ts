/** Every number that the measures assume, in one place; they are printed with the results. */

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
  goals: {
    warmExecutionMs: 5,
    growthOverManyExecutionsMB: 64,
    coldStartTimesParser: 2,
    jsonTimesParse: 2,
    xmlTimesParser: 1.25,
    heapMB: 32,
    blockReads: 1,
    tableWriteCalls: 20,
    cellsTimesDirty: 4,
    growth: 1.3,
  },
} as const;
