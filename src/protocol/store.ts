/** The port to small texts that outlive an execution. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** All keys and values at once: one read of the platform's store. */
  all(): Readonly<Record<string, string>>;
}
