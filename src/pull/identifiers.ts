/** Identifiers of a run that are not simply asked for among others: why, and what the run finds of them. */
import type { Slice } from '../protocol/client.ts';
import type { RememberedIdentifiers } from './remembered-identifiers.ts';

export interface IdentifierNote {
  /**
   * Why it shares no call with the others: it was refused before; it was among some of which one was refused; or the
   * Catalog does not know it and answers would not repeat it, so that it has a call of its own.
   */
  readonly apart?: 'isolated' | 'suspected' | 'single-call';
  /** What this run found: it is refused, or it is among some of which one is, and which one is not known yet. */
  readonly found?: 'refused' | 'suspect';
}

/** By identifier. The cursor of a run counts on `apart`, which never changes while the run lasts. */
export type IdentifierNotes = ReadonlyMap<string, IdentifierNote>;

/** Why identifiers are asked for apart when a run begins. */
export function notesBefore(
  asked: readonly string[],
  { refused, suspects }: RememberedIdentifiers,
  singles: readonly string[],
): IdentifierNotes {
  return new Map<string, IdentifierNote>([
    ...singles.map((each) => [each, { apart: 'single-call' }] as const),
    ...asked.filter((each) => suspects.has(each)).map((each) => [each, { apart: 'suspected' }] as const),
    ...asked.filter((each) => refused.has(each)).map((each) => [each, { apart: 'isolated' }] as const),
  ]);
}

export function withFindings(notes: IdentifierNotes, { refused, suspects }: Slice): IdentifierNotes {
  const after = new Map<string, IdentifierNote>(notes);
  for (const each of suspects) after.set(each, { ...after.get(each), found: 'suspect' });
  for (const each of refused) after.set(each, { ...after.get(each), found: 'refused' });
  return after;
}

export function apartAs(notes: IdentifierNotes, why: NonNullable<IdentifierNote['apart']>): readonly string[] {
  return [...notes].flatMap(([identifier, { apart }]) => (apart === why ? [identifier] : []));
}

export function foundAs(notes: IdentifierNotes, what: NonNullable<IdentifierNote['found']>): readonly string[] {
  return [...notes].flatMap(([identifier, { found }]) => (found === what ? [identifier] : []));
}
