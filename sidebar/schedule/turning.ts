/** Turns a person's schedule on. */
import type { ScheduleView } from '../../src/app/schedule-view.ts';
import { call } from '../call.ts';

/** What is late may be a trigger that Google has disabled and still lists: only a new one is sure to come. */
export async function turnOn({ triggers }: ScheduleView): Promise<ScheduleView> {
  if (triggers.some(({ isMine }) => isMine)) await call('turnOff');
  return call('turnOn');
}
