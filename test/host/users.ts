export class Users {
  readonly #known = new Set<string>();
  readonly #refused = new Map<string, ReadonlySet<string>>();

  constructor(readonly owner: string) {
    this.#known.add(owner);
  }

  /** Makes the user an editor of the document. */
  add(email: string): void {
    this.#known.add(email);
  }

  /** All users, starting with the owner. */
  all(): string[] {
    return [...this.#known];
  }

  /** Sets the scopes that the user denies; an empty list grants all. */
  refuse(email: string, scopes: readonly string[]): void {
    this.#refused.set(email, new Set(scopes));
  }

  refusals(): [email: string, scopes: string[]][] {
    return [...this.#refused].map(([email, scopes]) => [email, [...scopes]]);
  }

  refused(email: string): ReadonlySet<string> {
    return this.#refused.get(email) ?? new Set();
  }
}
