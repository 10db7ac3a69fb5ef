/** What the installation check asks of Google: one assumption of the add-on a probe, with what follows where it does not hold. */

/** What a probe gives: anything that JSON can say. */
export type Seen = string | number | boolean | null | readonly Seen[];

export interface Probe<Setting = unknown> {
  /** It stays the same for ever: reports that came in are known by it. */
  readonly id: string;
  /** What the add-on counts on. */
  readonly what: string;
  readonly expected: Expected;
  /** What it means for the seller where it is otherwise. */
  readonly otherwise: string;
  /** Whatever it throws is what was seen, but for `NotAsked`. */
  readonly ask: (setting: Setting) => Seen | InWords;
}

/** One thing, one of several, or of a measure so many milliseconds or fewer. */
export type Expected = Seen | { readonly anyOf: readonly Seen[] } | { readonly atMost: number };

/** What was seen, and the words in which Google told it: these are kept for those who read, and never compared. */
export class InWords {
  constructor(
    readonly seen: Seen,
    readonly words: string,
  ) {}
}

/** A probe cannot be asked here, for this reason. */
export class NotAsked extends Error {}

/** That Google refused, and how: by the kind of error, since its words are in the person's language. */
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
