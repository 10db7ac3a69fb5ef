import { expect, test } from 'vitest';
import { MINUTE } from '../../src/protocol/time.ts';
import {
  forgetFormerOwners,
  type Heartbeat,
  heartbeatsIn,
  isLate,
  removeHeartbeat,
  setHeartbeat,
} from '../../src/schedule/heartbeats.ts';
import { inMemoryStore } from '../support/in-memory-store.ts';

const NOW = Date.UTC(2025, 5, 16, 12);
const ANN: Heartbeat = { name: 'Ann', interval: 10 * MINUTE, since: NOW };

test('stores one heartbeat per user and ignores other keys', () => {
  const store = inMemoryStore();
  store.set('job.a', '{}');
  store.set('xbeat.a', '{}');
  setHeartbeat(store, 'a', ANN);
  setHeartbeat(store, 'b.c', { ...ANN, name: 'Bob' });
  expect(heartbeatsIn(store.all())).toEqual({ a: ANN, 'b.c': { ...ANN, name: 'Bob' } });
  removeHeartbeat(store, 'a');
  expect(Object.keys(heartbeatsIn(store.all()))).toEqual(['b.c']);
});

test.each<[Partial<Heartbeat>, number, boolean]>([
  [{}, 30, false],
  [{}, 30.01, true],
  [{ at: NOW + 5 * MINUTE }, 35, false],
  [{ at: NOW + 5 * MINUTE }, 35.01, true],
  [{ interval: 60 * MINUTE }, 130, false],
  [{ interval: 60 * MINUTE }, 130.01, true],
])('a schedule %o is late after %d minutes: %s', (more, minutes, late) => {
  expect(isLate({ ...ANN, ...more }, NOW + minutes * MINUTE)).toBe(late);
});

test('overdue schedules of users without jobs are forgotten', () => {
  const store = inMemoryStore();
  for (const id of ['a', 'b']) setHeartbeat(store, id, ANN);
  setHeartbeat(store, 'c', { ...ANN, at: NOW + 30 * MINUTE });
  forgetFormerOwners(store, [{ typed: { ownerId: 'a' } }], NOW + 31 * MINUTE);
  expect(Object.keys(heartbeatsIn(store.all()))).toEqual(['a', 'c']);
});
