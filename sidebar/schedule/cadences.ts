/** Suggested job intervals; others can be typed. */
import type { JobFormData } from '../../src/build/form-data.ts';

/** The common ones. */
const CADENCES = [
  ['every', '15 minutes', ''],
  ['every', 'hourly', ''],
  ['every', '4 hours', ''],
  ['every', 'daily', ''],
  ['continuous', 'continuous', 'As often as needed, after other jobs'],
  ['backfill', 'backfill', 'Past data, once'],
] as const;

/** The intervals that a dataset allows, with descriptions. */
export function cadencesOf({ kinds }: JobFormData): readonly (readonly [value: string, label: string])[] {
  return CADENCES.filter(([kind]) => kinds?.includes(kind) !== false).map(([, value, label]) => [value, label]);
}
