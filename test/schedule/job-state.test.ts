/** What is kept of jobs is read whichever version wrote it, and changed only by who has the lease. */
import { expect, test } from 'vitest';
import type { JobState } from '../../src/schedule/job.ts';
import { changeState, giveBack, lease, notePull, statesIn } from '../../src/schedule/job-state.ts';
import { inMemoryPorts } from '../support/in-memory-ports.ts';

const ANN = { id: 'a', name: 'Ann', account: 'consumer' } as const;

/** As the first version wrote it. */
const FORMER =
  '{"startedAt":5,"endedAt":6,"doneAt":6,"failures":0,"memory":{"sellerId":"A123","covered":7,"newAt":5,"round":5,"after":"12"}}';
const KEPT = { sellerId: 'A123', covered: 7, newAt: 5, cycle: 5, watermark: '12' };

test('a state of the first version goes on by the names of today', () => {
  expect(statesIn({ 'job.j': FORMER, other: 'x' })).toEqual({
    j: { startedAt: 5, endedAt: 6, doneAt: 6, failures: 0, strategyState: KEPT },
  });
  const ports = inMemoryPorts(() => ({ fault: 'unreachable', message: '' }));
  ports.document.set('job.j', FORMER);
  const leased = lease(ports, 'j', ANN)!;
  expect(leased.strategyState).toEqual(KEPT);
  expect(JSON.parse(ports.document.get('job.j')!)).toMatchObject({ version: 2, strategyState: KEPT });
});

test('only who has the lease changes the state, until it is over', () => {
  const ports = inMemoryPorts(() => ({ fault: 'unreachable', message: '' }));
  const stateOf = (): JobState => statesIn(ports.document.all()).j!;
  const purpose = { job: 'j', isLast: false, endsCycle: false, strategyState: { covered: 1 }, inFull: true };
  const first = lease(ports, 'j', ANN)!;
  expect(lease(ports, 'j', ANN)).toBeUndefined();
  changeState(ports, 'j', () => ({ failures: 9 }));
  expect(stateOf()).toEqual(first);
  notePull(ports, first, purpose);
  expect(stateOf()).toEqual({ ...first, strategyState: { covered: 1 } });
  ports.wait(8 * 60_000);
  const second = lease(ports, 'j', ANN)!;
  giveBack(ports, 'j', first, { failures: 1 });
  notePull(ports, first, { ...purpose, strategyState: { covered: 2 } });
  expect(stateOf()).toEqual(second);
  giveBack(ports, 'j', second, { failures: 0 });
  expect(stateOf()).toEqual({ failures: 0 });
});
