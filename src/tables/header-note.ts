/** What a person reads who points at a header: the meaning of the column, and the unit where it is no text. */
import type { Column } from './columns.ts';
import { UNITS } from './units.ts';

export function headerNote({ kind, meaning, since }: Pick<Column, 'kind' | 'meaning' | 'since'>): string {
  const unit = UNITS[kind];
  return [
    meaning,
    ...(unit.startsWith('text') ? [] : [`${unit[0]!.toUpperCase()}${unit.slice(1)}.`]),
    ...(since === undefined ? [] : [`Comes with order version ${since} or higher.`]),
  ].join(' ');
}
