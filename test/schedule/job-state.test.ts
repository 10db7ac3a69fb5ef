/** Only the lease holder changes a job's state. A state of another version is treated as "never ran". */
import { expect, test } from 'vitest';
import type { JobState } from '../../src/schedule/job.ts';
import { changeState, giveBack, lease, statesIn } from '../../src/schedule/job-state.ts';
import { inMemoryPorts } from '../support/in-memory-ports.ts';

const ANN = { id: 'a', name: 'Ann', account: 'consumer' } as const;

test('a damaged state, or a state of another version, is treated as "never ran"', () => {
  const states = statesIn({ 'job.a': '{"v":7,"value":{"failures":3}}', 'job.b': '{"fai', other: 'x' });
  expect(states).toEqual({ a: { failures: 0 }, b: { failures: 0 } });
});

test('only the lease holder changes the state, until the lease expires', () => {
  const ports = inMemoryPorts(() => ({ fault: 'unreachable', message: '' }));
  const stateOf = (): JobState => statesIn(ports.document.all()).j!;
  const first = lease(ports, 'j', ANN)!;
  expect(lease(ports, 'j', ANN)).toBeUndefined();
  changeState(ports, 'j', () => ({ failures: 9 }));
  expect(stateOf()).toEqual(first);
  ports.wait(8 * 60_000);
  const second = lease(ports, 'j', ANN)!;
  giveBack(ports, 'j', first, { failures: 1 });
  expect(stateOf()).toEqual(second);
  giveBack(ports, 'j', second, { failures: 0 });
  expect(stateOf()).toEqual({ failures: 0 });
});
