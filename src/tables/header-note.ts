/** What a person reads who points at a header: the meaning of the column and the unit of its values. */
import type { Kind } from '../protocol/fields.ts';
import type { Column } from './columns.ts';

const UNITS: { readonly [K in Kind]?: string } = {
  money: 'An amount of money.',
  ratio: 'A share in per cent.',
  instant: 'Date and time in the time zone of the spreadsheet.',
  day: 'A day.',
};

export function headerNote({ kind, meaning, since }: Pick<Column, 'kind' | 'meaning' | 'since'>): string {
  const unit = UNITS[kind];
  return [
    meaning,
    ...(unit ? [unit] : []),
    ...(since === undefined ? [] : [`Comes with order version ${since} or higher.`]),
  ].join(' ');
}
