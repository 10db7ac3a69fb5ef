/** The note on a header: what the column means, its unit where it is no text, and the field by which it is found again. */
import type { Column } from './columns.ts';
import { UNITS } from './units.ts';

const FIELD = 'Field: ';

/** The last line names the field, so that a column is found wherever people move it and whatever they call it. */
export function headerNote({
  header,
  kind,
  meaning,
  since,
}: Pick<Column, 'header' | 'kind' | 'meaning' | 'since'>): string {
  const unit = UNITS[kind];
  const text = [
    meaning,
    ...(unit.startsWith('text') ? [] : [`${unit[0]!.toUpperCase()}${unit.slice(1)}.`]),
    ...(since === undefined ? [] : [`Comes with order version ${since} or higher.`]),
  ].join(' ');
  return header === '' ? text : `${text}\n${FIELD}${header}`;
}

/** The header that a column of ours had when it was made; undefined where the note is not ours. */
export function fieldIn(note: string): string | undefined {
  const last = note.slice(note.lastIndexOf('\n') + 1);
  return last.startsWith(FIELD) ? last.slice(FIELD.length).trim() : undefined;
}
