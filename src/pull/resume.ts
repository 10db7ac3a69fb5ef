/** Pulls that did not come to their end: which of them asking for the same goes on with, and which were ended. */
import { LEASE } from '../limits/pacing.ts';
import type { Store } from '../protocol/store.ts';
import { HOUR } from '../protocol/time.ts';
import type { Book } from '../tables/sheet.ts';
import { wallText } from '../tables/zone.ts';
import { noted } from './notes.ts';
import type { Run } from './run.ts';
import { runsIn } from './stored-run.ts';

/** After so long nobody means the pull of then any more: what it had brought is to be read again. */
const MEANT = 6 * HOUR;

interface ResumePorts {
  readonly document: Pick<Store, 'all'>;
  readonly book: Pick<Book, 'timeZone'>;
}

/**
 * The stored pull that asked for the same, as the person of `asked` goes on with it. It may be one that an
 * execution still seems to have: that one stops once it finds it taken over.
 */
export function unfinishedLike({ document, book }: ResumePorts, asked: Run): Run | undefined {
  if (asked.isPreview || asked.purpose) return undefined;
  const question = questionOf(asked);
  const found = runsIn(document.all()).find(
    (run) => !run.purpose && questionOf(run) === question && restedSince(run) > asked.startedAt - MEANT,
  );
  if (!found) return undefined;
  const began = wallText(found.startedAt, book.timeZone()).slice(0, 16);
  const note = `It goes on with the pull of ${began}: what that had brought with ${found.calls} calls is not asked for again.`;
  const { connection, by, who } = asked;
  const notes = found.calls > 0 ? noted(found.notes, [note]) : found.notes;
  return { ...found, connection, by, who, notes };
}

/** The cursor of a run counts on all of it. */
function questionOf({ operation, sellerId, storefront, params, terms }: Run): string {
  return JSON.stringify([operation, sellerId, storefront, params, terms]);
}

/** Since when nothing has kept the run from going on, in epoch milliseconds. */
export function restedSince({ heldUntil, resumeAt, startedAt }: Run): number {
  return heldUntil ?? resumeAt ?? startedAt;
}

/** Whether the execution that had the run was ended, or the page that was to go on with it at once was closed. */
export function wasEnded(run: Run, now: number): boolean {
  if (run.heldUntil !== null) return run.heldUntil <= now;
  return run.state === 'running' && restedSince(run) + LEASE <= now;
}
