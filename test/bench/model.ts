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
  goals: {
    warmExecutionMs: 5,
    growthOverManyExecutionsMB: 64,
    coldStartTimesParser: 2,
    jsonTimesParse: 2,
    xmlTimesParser: 1.25,
    heapMB: 32,
  },
} as const;
