/** Suggested job intervals. Users can type others. */
import type { JobFormData } from '../../src/build/form-data.ts';

const CADENCES = [
  ['every', '15 minutes', ''],
  ['every', 'hourly', ''],
  ['every', '4 hours', ''],
  ['every', 'daily', ''],
  ['continuous', 'continuous', 'As often as needed, after other jobs'],
  ['backfill', 'backfill', 'Past data, once'],
] as const;

/** Returns the suggested intervals for a dataset. */
export function cadencesOf({ kinds }: JobFormData): readonly (readonly [value: string, label: string])[] {
  return CADENCES.filter(([kind]) => kinds?.includes(kind) !== false).map(([, value, label]) => [value, label]);
}
