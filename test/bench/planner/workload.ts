/** Random work with a partly used ledger and daily quota. */
import fc from 'fast-check';

/** Calls that ended `before` milliseconds before the work starts. */
export interface Spending {
  readonly before: number;
  readonly count: number;
}

export interface Task {
  readonly operation: string;
  /** Calls per hour. */
  readonly cap: number;
  readonly calls: number;
  readonly cells: number;
  readonly spent: readonly Spending[];
}

/** Fetches used in an earlier hour. */
export interface Taken {
  readonly hoursBefore: number;
  readonly fetches: number;
}

export interface Workload {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly stores: number;
  readonly tasks: readonly Task[];
  readonly taken: readonly Taken[];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const EVENING = Date.UTC(2025, 5, 16, 17);

const OPERATIONS = ['orders', 'price-history', 'inventory'] as const;

const task = (operation: string): fc.Arbitrary<Task> =>
  fc
    .record({
      cap: fc.oneof(fc.constantFrom(500, 1000), fc.integer({ min: 15, max: 3000 }), fc.constant(10_000)),
      part: fc.oneof(fc.double({ min: 0.001, max: 0.5, noNaN: true }), fc.double({ min: 0.5, max: 3, noNaN: true })),
      cells: fc.integer({ min: 0, max: 100_000 }),
      spent: fc.array(
        fc.record({
          before: fc.oneof(
            fc.integer({ min: 0, max: HOUR + 5 * MINUTE }),
            // Slots that become free during the first execution.
            fc.integer({ min: HOUR - 3 * MINUTE, max: HOUR }),
          ),
          count: fc.integer({ min: 1, max: 300 }),
        }),
        { maxLength: 12 },
      ),
    })
    .map(({ cap, part, ...rest }) => ({
      operation,
      cap,
      calls: Math.min(4000, Math.max(1, Math.round(cap * part))),
      ...rest,
    }));

const taken: fc.Arbitrary<Taken> = fc.record({
  hoursBefore: fc.integer({ min: 0, max: 24 }),
  fetches: fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 20_000 })),
});

export const workloads: fc.Arbitrary<Workload> = fc.record({
  now: fc.integer({ min: 0, max: 24 * HOUR }).map((after) => EVENING + after),
  stores: fc.integer({ min: 1, max: 2 }),
  tasks: fc
    .shuffledSubarray([...OPERATIONS], { minLength: 1 })
    .chain((operations) => fc.tuple(...operations.map(task))),
  taken: fc.oneof(fc.constant([]), fc.array(taken, { maxLength: 6 })),
});
