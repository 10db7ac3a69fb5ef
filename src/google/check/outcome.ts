/** What came of a probe, and how it compares with what was expected. */
import { type Expected, InWords, NotAsked, type Probe, type Seen } from './probe.ts';

export interface Outcome {
  readonly probe: Pick<Probe, 'id' | 'what' | 'expected' | 'otherwise'>;
  readonly result: Result;
  /** Nothing where it was not asked. */
  readonly seen?: Seen;
  /** Google's own words, or why it was not asked. */
  readonly words: string;
  readonly milliseconds: number;
}

export type Result = 'as expected' | 'otherwise' | 'not asked';

/** `now` in epoch milliseconds. */
export function outcomeOf<Setting>(probe: Probe<Setting>, setting: Setting, now: () => number): Outcome {
  const begun = now();
  const come = (result: Result, words: string, seen?: Seen): Outcome => ({
    probe,
    result,
    ...(seen === undefined ? {} : { seen }),
    words: masked(words),
    milliseconds: now() - begun,
  });
  try {
    const answer = probe.ask(setting);
    const [seen, words] = answer instanceof InWords ? [answer.seen, answer.words] : [answer, ''];
    return come(compared(probe.expected, seen), words, seen);
  } catch (error) {
    if (error instanceof NotAsked) return come('not asked', error.message);
    const name = error instanceof Error ? error.name : typeof error;
    return come('otherwise', error instanceof Error ? error.message : String(error), `threw ${name}`);
  }
}

export function notAsked(probe: Outcome['probe'], reason: string): Outcome {
  return { probe, result: 'not asked', words: reason, milliseconds: 0 };
}

/** What another execution saw. */
export function takenUp(probe: Outcome['probe'], seen: Seen, words: string, milliseconds: number): Outcome {
  return { probe, result: compared(probe.expected, seen), seen, words, milliseconds };
}

function compared(expected: Expected, seen: Seen): Result {
  return isMet(expected, seen) ? 'as expected' : 'otherwise';
}

function isMet(expected: Expected, seen: Seen): boolean {
  if (isOne(expected)) return JSON.stringify(seen) === JSON.stringify(expected);
  if ('anyOf' in expected) return expected.anyOf.some((each) => isMet(each, seen));
  return typeof seen === 'number' && seen <= expected.atMost;
}

function isOne(expected: Expected): expected is Seen {
  return typeof expected !== 'object' || expected === null || Array.isArray(expected);
}

/** As people and programs read it: no cell takes what stands in quotes or brackets for a formula. */
export function expectedText(expected: Expected): string {
  if (isOne(expected)) return JSON.stringify(expected);
  if ('anyOf' in expected) return expected.anyOf.map(expectedText).join(' or ');
  return `at most ${expected.atMost} ms`;
}

/** Google names the spreadsheet in some errors, and may name a person. */
export function masked(words: string): string {
  return words
    .replace(/[\w.+-]+@[\w.-]+/g, '…')
    .replace(/\b[\w-]{25,}\b/g, '…')
    .slice(0, 300);
}
