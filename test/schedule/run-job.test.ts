/** What an execution does for a job, and what is known of the job wherever it ends: nothing that failed is taken for done. */
import { describe, expect, test } from 'vitest';
import type { RunState } from '../../src/pull/report.ts';
import type { RunPurpose } from '../../src/pull/run.ts';
import type { Job, JobState } from '../../src/schedule/job.ts';
import { started } from '../../src/schedule/job-state.ts';
import type { Pulled, Worker } from '../../src/schedule/run-job.ts';
import { runJob, through } from '../../src/schedule/run-job.ts';
import type { NextPulls } from '../../src/schedule/strategies/strategy.ts';

const NOW = Date.UTC(2025, 5, 16, 12);
const [BEFORE, FIRST, ALL] = [{ covered: 1 }, { covered: 2 }, { covered: 2, after: 'z' }];
const JOB: Job = {
  id: 'j',
  dataset: 'orders',
  filter: {},
  every: { minutes: 10 },
  owner: '',
  isPaused: false,
  runsNow: false,
};
/** New ones by date, then two pulls by number. */
const TURN: NextPulls = {
  pulls: [{ part: 0 }, { part: 1 }, { part: 2 }],
  inFull: 1,
  afterFirst: FIRST,
  state: ALL,
  isLast: true,
};
const BEGUN: JobState = started({ failures: 0, strategyState: BEFORE }, 'Ann', 'run', NOW);

interface Outcome {
  readonly state: JobState;
  readonly errands: readonly RunPurpose[];
  /** Memories of the turns that were asked for. */
  readonly turns: readonly unknown[];
}

/** Pulls end as `states` says, in their order; `left` is what an earlier execution left. */
function worked(states: readonly RunState[], left?: Pulled): Outcome {
  const errands: RunPurpose[] = [];
  const turns: unknown[] = [];
  const worker: Worker = {
    now: () => NOW,
    isOver: () => false,
    resume: () => left,
    calls: () => 100,
    freeAt: () => NOW,
    turn: ({ strategyState }) => {
      turns.push(strategyState);
      return TURN;
    },
    pull: (_, purpose) => {
      errands.push(purpose);
      return { state: states[errands.length - 1]!, resumeAt: null, purpose };
    },
  };
  return { ...runJob(JOB, BEGUN, worker), errands, turns };
}

const errandOf = (part: number): RunPurpose => worked(['done', 'done', 'done']).errands[part]!;

describe('a turn of several pulls', () => {
  test('that are done is remembered, and its cycle is complete', () => {
    const { state } = worked(['done', 'done', 'done']);
    expect(state).toMatchObject({ strategyState: ALL, doneAt: NOW, failures: 0 });
    expect(state.lease).toBeUndefined();
  });

  test('does not count without all of a pull by date: no sheet tells what is missing', () => {
    const { state, errands } = worked(['partial']);
    expect(errands).toHaveLength(1);
    expect(state).toMatchObject({ strategyState: BEFORE, cycleAt: NOW, failures: 1 });
  });

  test('counts without what failed of a pull by number: the sheet tells', () => {
    expect(worked(['done', 'partial', 'partial']).state).toMatchObject({ strategyState: ALL, doneAt: NOW });
  });
});

describe('a pull that an earlier execution left', () => {
  const left = (state: RunState, part: number): Pulled => ({
    state,
    resumeAt: null,
    purpose: errandOf(part),
  });

  test('is remembered by itself where others follow, so that it is not made again', () => {
    expect(worked(['done', 'done', 'done'], left('done', 0)).turns).toEqual([FIRST]);
  });

  test('ends the cycle where it was the last', () => {
    const { state, turns } = worked([], left('done', 2));
    expect(turns).toEqual([]);
    expect(state).toMatchObject({ strategyState: ALL, doneAt: NOW });
  });

  test('is made again where not all of it came and it has to be whole', () => {
    expect(worked([], left('partial', 0)).state).toMatchObject({ strategyState: BEFORE, failures: 1 });
  });
});

test('what is noted while the job goes on keeps its lease', () => {
  expect(through(BEGUN, errandOf(0), NOW)).toEqual({ ...BEGUN, strategyState: FIRST });
  expect(through(BEGUN, errandOf(2), NOW)).toMatchObject({
    lease: BEGUN.lease,
    doneAt: NOW,
    strategyState: ALL,
  });
});
