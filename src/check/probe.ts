/** A probe: one assumption about Google, the consequence if it fails, and the outcome. */

/** An observation: any JSON value. */
type Seen = string | number | boolean | null | readonly Seen[];

export interface Probe<Setting = unknown> {
  /** Never changes: identifies the probe in stored reports. */
  readonly id: string;
  /** The assumption. */
  readonly what: string;
  readonly expected: Expected;
  /** Consequence for the seller if it fails. */
  readonly otherwise: string;
  /** A thrown error counts as the observation, except `NotAsked`. */
  readonly ask: (setting: Setting) => Seen | InWords;
}

/** One value, one of several, or a maximum in milliseconds. */
type Expected = Seen | { readonly anyOf: readonly Seen[] } | { readonly atMost: number };

/** The observation, and Google's message for people. Messages are translated, so they are never compared. */
export class InWords {
  constructor(
    readonly seen: Seen,
    readonly words: string,
  ) {}
}

/** Thrown if a probe cannot run here. */
export class NotAsked extends Error {}

/** Returns whether Google refused the work, with the error's name and message. */
export function refusalOf(work: () => unknown): InWords {
  try {
    work();
  } catch (error) {
    return error instanceof Error
      ? new InWords(`refused: ${error.name}`, error.message)
      : new InWords('refused', String(error));
  }
  return new InWords('accepted', '');
}

/** For optional work: logs an error and goes on. */
export function attempt<T, U = undefined>(work: () => T, otherwise?: U): T | U {
  try {
    return work();
  } catch (error) {
    console.warn(error);
    return otherwise as U;
  }
}

export interface Outcome {
  readonly probe: Pick<Probe, 'id' | 'what' | 'expected' | 'otherwise'>;
  readonly result: 'passed' | 'failed' | 'not checked';
  /** Undefined if it did not run. */
  readonly seen?: Seen;
  /** Google's message, or why it did not run. */
  readonly words: string;
  readonly milliseconds: number;
}

export function outcomeOf<Setting>(probe: Probe<Setting>, setting: Setting): Outcome {
  const begun = Date.now();
  const outcome = (result: Outcome['result'], words: string, seen?: Seen): Outcome => ({
    probe,
    result,
    ...(seen === undefined ? {} : { seen }),
    words: masked(words),
    milliseconds: Date.now() - begun,
  });
  try {
    const answer = probe.ask(setting);
    const [seen, words] = answer instanceof InWords ? [answer.seen, answer.words] : [answer, ''];
    return outcome(resultOf(probe.expected, seen), words, seen);
  } catch (error) {
    if (error instanceof NotAsked) return outcome('not checked', error.message);
    const [name, message] = error instanceof Error ? [error.name, error.message] : [typeof error, String(error)];
    return outcome('failed', message, `threw ${name}`);
  }
}

export function notAsked(probe: Outcome['probe'], reason: string): Outcome {
  return { probe, result: 'not checked', words: masked(reason), milliseconds: 0 };
}

export function resultOf(expected: Expected, seen: Seen): Outcome['result'] {
  return isMet(expected, seen) ? 'passed' : 'failed';
}

function isMet(expected: Expected, seen: Seen): boolean {
  if (isOne(expected)) return JSON.stringify(seen) === JSON.stringify(expected);
  if ('anyOf' in expected) return expected.anyOf.some((each) => isMet(each, seen));
  return typeof seen === 'number' && seen <= expected.atMost;
}

function isOne(expected: Expected): expected is Seen {
  return typeof expected !== 'object' || expected === null || Array.isArray(expected);
}

/** Readable JSON; quotes or brackets keep cells from reading it as a formula. */
export function expectedText(expected: Expected): string {
  if (isOne(expected)) return JSON.stringify(expected);
  if ('anyOf' in expected) return expected.anyOf.map(expectedText).join(' or ');
  return `at most ${expected.atMost} ms`;
}

/** Google names the spreadsheet in some errors, and may name a person. */
function masked(words: string): string {
  return words
    .replace(/[\w.+-]+@[\w.-]+/g, '…')
    .replace(/\b[\w-]{25,}\b/g, '…')
    .slice(0, 300);
}
