/** How a job stands, in a word. */
import type { JobView } from '../../src/app/schedule-view.ts';

export interface Standing {
  readonly kind: 'plain' | 'good' | 'note' | 'bad' | 'quiet';
  readonly word: string;
}

const FRESHNESS: Readonly<Record<string, Standing['kind']>> = {
  fresh: 'good',
  due: 'plain',
  late: 'note',
  failing: 'bad',
};

export function standingOf({ state, freshness }: JobView): Standing {
  if (state === 'invalid') return { kind: 'bad', word: 'not run' };
  if (state === 'paused') return { kind: 'quiet', word: 'paused' };
  if (state === 'running') return { kind: 'plain', word: 'running' };
  const word = freshness ?? 'due';
  return { kind: FRESHNESS[word] ?? 'plain', word };
}
