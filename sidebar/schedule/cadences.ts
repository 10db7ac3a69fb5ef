/** How often jobs run, to choose from; any other time may be typed. */
import type { JobFormData } from '../../src/build/form-data.ts';

/** What most people want. */
const CADENCES = [
  ['every', '15 minutes', ''],
  ['every', 'hourly', ''],
  ['every', '4 hours', ''],
  ['every', 'daily', ''],
  ['continuous', 'continuous', 'As often as needed, after other jobs'],
  ['backfill', 'backfill', 'Past data, once'],
] as const;

/** Those in which a job of it may run, each with what it means. */
export function cadencesOf({ kinds }: JobFormData): readonly (readonly [value: string, label: string])[] {
  return CADENCES.filter(([kind]) => kinds?.includes(kind) !== false).map(([, value, label]) => [value, label]);
}
