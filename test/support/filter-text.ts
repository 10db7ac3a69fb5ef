/** Formats a filter as a user would type it. */
import type { Job } from '../../src/schedule/job.ts';

export function filterText(filter: Job['filter']): string {
  return Object.entries(filter)
    .map(([name, value]) => `${name} = ${quoted([value].flat().map(String).join(', '))}`)
    .join('; ');
}

function quoted(value: string): string {
  return /[;"\n]|^\s|\s$/.test(value) ? `"${value.replace(/"/g, '""')}"` : value;
}
