// The people of a document: its owner, who else edits it, and what each has refused the script.

export class Users {
  readonly #known = new Set<string>();
  readonly #refused = new Map<string, ReadonlySet<string>>();

  constructor(readonly owner: string) {
    this.#known.add(owner);
  }

  /** From here on the user edits the document. */
  add(email: string): void {
    this.#known.add(email);
  }

  /** The owner first. */
  all(): string[] {
    return [...this.#known];
  }

  /** The scopes that the user does not grant; an empty list grants all again. */
  refuse(email: string, scopes: readonly string[]): void {
    this.#refused.set(email, new Set(scopes));
  }

  /** Of everybody who has refused any. */
  refusals(): [email: string, scopes: string[]][] {
    return [...this.#refused].map(([email, scopes]) => [email, [...scopes]]);
  }

  refused(email: string): ReadonlySet<string> {
    return this.#refused.get(email) ?? new Set();
  }
}
