/** A filter as a person would type it, so that parsing it gives the same filter. */
import type { Job } from '../../src/schedule/job.ts';

export function filterText(filter: Job['filter']): string {
  return Object.entries(filter)
    .map(([name, value]) => `${name} = ${quoted([value].flat().map(String).join(', '))}`)
    .join('; ');
}

function quoted(value: string): string {
  return /[;"\n]|^\s|\s$/.test(value) ? `"${value.replace(/"/g, '""')}"` : value;
}
