/** A probe: one assumption about Google, what follows where it does not hold, and what came of asking. */

/** What a probe sees: anything that JSON can hold. */
type Seen = string | number | boolean | null | readonly Seen[];

export interface Probe<Setting = unknown> {
  /** Never changes: reports that came in are compared by it. */
  readonly id: string;
  /** What the add-on relies on. */
  readonly what: string;
  readonly expected: Expected;
  /** What it means for the seller where it is otherwise. */
  readonly otherwise: string;
  /** What it throws is what was seen, except `NotAsked`. */
  readonly ask: (setting: Setting) => Seen | InWords;
}

/** One value, one of several, or at most so many milliseconds. */
type Expected = Seen | { readonly anyOf: readonly Seen[] } | { readonly atMost: number };

/** What was seen, and Google's words for those who read them: they are translated, so they are never compared. */
export class InWords {
  constructor(
    readonly seen: Seen,
    readonly words: string,
  ) {}
}

/** A probe cannot be asked here, for this reason. */
export class NotAsked extends Error {}

/** Whether Google refused, and by which kind of error. */
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

/** For what the check can do without. */
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
  readonly result: 'as expected' | 'otherwise' | 'not asked';
  /** Undefined where it was not asked. */
  readonly seen?: Seen;
  /** Google's own words, or why it was not asked. */
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
    if (error instanceof NotAsked) return outcome('not asked', error.message);
    const [name, message] = error instanceof Error ? [error.name, error.message] : [typeof error, String(error)];
    return outcome('otherwise', message, `threw ${name}`);
  }
}

export function notAsked(probe: Outcome['probe'], reason: string): Outcome {
  return { probe, result: 'not asked', words: masked(reason), milliseconds: 0 };
}

export function resultOf(expected: Expected, seen: Seen): Outcome['result'] {
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

/** For people and programs; in quotes or brackets, no cell takes it for a formula. */
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
