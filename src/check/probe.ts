/** A probe tests one assumption about Google. */

/** An observation: any JSON value. */
type Seen = string | number | boolean | null | readonly Seen[];

export interface Probe<Setting = unknown> {
  /** Never changes: identifies the probe in stored reports. */
  readonly id: string;
  readonly what: string;
  readonly expected: Expected;
  /** The consequence for the seller if the probe fails. */
  readonly otherwise: string;
  /** Any thrown error other than `NotAsked` counts as an observation. */
  readonly ask: (setting: Setting) => Seen | InWords;
}

type Expected = Seen | { readonly anyOf: readonly Seen[] };

/** An observation with Google's message. Google translates messages, so they are never compared. */
export class InWords {
  constructor(
    readonly seen: Seen,
    readonly words: string,
  ) {}
}

/** Thrown if a probe can't run. */
export class NotAsked extends Error {}

/** Observes whether Google accepts or rejects the call. */
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

/** Runs optional work. Logs errors and returns `otherwise`. */
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
  /** Undefined if the probe didn't run. */
  readonly seen?: Seen;
  /** Google's message, or why the probe didn't run. */
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
  return expected.anyOf.some((each) => isMet(each, seen));
}

function isOne(expected: Expected): expected is Seen {
  return typeof expected !== 'object' || expected === null || Array.isArray(expected);
}

/** Returns readable JSON. Quotes and brackets prevent cells from parsing it as a formula. */
export function expectedText(expected: Expected): string {
  if (isOne(expected)) return JSON.stringify(expected);
  return expected.anyOf.map(expectedText).join(' or ');
}

/** Removes email addresses and IDs, which Google includes in some errors. */
function masked(words: string): string {
  return words
    .replace(/[\w.+-]+@[\w.-]+/g, '…')
    .replace(/\b[\w-]{25,}\b/g, '…')
    .slice(0, 300);
}
