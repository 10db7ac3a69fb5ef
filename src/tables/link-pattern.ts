/** Keys as formulas look for them: MATCH may take `*`, `?` and `~` in a text for other characters, and nobody says when. */
import { id } from '../protocol/fields.ts';

/** The column beside that of a key to which a link leads. */
export const linkPattern = id(
  'linkPattern',
  'The same with a ~ before each *, ? and ~, as the link looks for it first. Blank where it has none of them.',
);

/** Null where the key has no such character. */
export function patternOf(key: string | null | undefined): string | null {
  return key && /[*?~]/.test(key) ? key.replace(/[*?~]/g, '~$&') : null;
}
