/** Holds a lock in the name of another user's execution until the lock is released. */
import { Execution } from '../../host/execution/execution.ts';
import type { Host } from '../../host/host.ts';

const SOMEBODY = 'somebody.else@shop.example';

export class LockHolder {
  readonly #host: Host;
  readonly #held = new Map<string, Execution>();

  constructor(host: Host) {
    this.#host = host;
  }

  get held(): string[] {
    return [...this.#held.keys()];
  }

  async hold(lock: 'document' | 'script'): Promise<void> {
    if (lock !== 'document' && lock !== 'script') throw new Error(`Unknown lock: ${lock}`);
    if (this.#held.has(lock)) return;
    const execution = new Execution(this.#host, 'menu', 'FULL', SOMEBODY);
    // This execution does no work, so the clock doesn't have to wait for it.
    execution.activity.end();
    if (!(await this.#host.locks.take(lock, execution, 0))) throw new Error('The lock is in use. Try again.');
    this.#held.set(lock, execution);
  }

  release(): void {
    for (const execution of this.#held.values()) this.#host.locks.releaseAll(execution);
    this.#held.clear();
  }
}
