import type { Execution } from '../execution/execution.ts';
import { type Service, ServiceError } from './service.ts';

interface Waiter {
  execution: Execution;
  grant(): void;
}

interface Lock {
  holder: Execution;
  waiters: Waiter[];
}

export class Locks {
  readonly #locks = new Map<string, Lock>();

  /** Returns false on timeout. */
  async take(name: string, execution: Execution, milliseconds: number): Promise<boolean> {
    // The fault simulates a lock that is never free.
    if (execution.host.faults.strikes('lock')) {
      await execution.sleep(Math.max(0, milliseconds));
      return false;
    }
    const lock = this.#locks.get(name);
    if (!lock) {
      if (milliseconds < 0) return false;
      this.#locks.set(name, { holder: execution, waiters: [] });
      return true;
    }
    if (lock.holder === execution) return true;
    if (milliseconds <= 0) return false;
    return await this.#wait(lock, execution, milliseconds);
  }

  holds(name: string, execution: Execution): boolean {
    return this.#locks.get(name)?.holder === execution;
  }

  release(name: string, execution: Execution): void {
    const lock = this.#locks.get(name);
    if (lock?.holder !== execution) return;
    const next = lock.waiters.shift();
    if (!next) {
      this.#locks.delete(name);
      return;
    }
    lock.holder = next.execution;
    next.grant();
  }

  releaseAll(execution: Execution): void {
    for (const [name, lock] of this.#locks) {
      lock.waiters = lock.waiters.filter((waiter) => waiter.execution !== execution);
      this.release(name, execution);
    }
  }

  #wait(lock: Lock, execution: Execution, milliseconds: number): Promise<boolean> {
    const { clock } = execution.host;
    return new Promise((settle) => {
      const waiter: Waiter = {
        execution,
        grant: () => {
          cancel();
          execution.activity.resume();
          settle(true);
        },
      };
      const until = Math.min(clock.now() + milliseconds, execution.deadline + 1);
      const cancel = clock.wakeAt(until, () => {
        lock.waiters = lock.waiters.filter((other) => other !== waiter);
        execution.activity.resume();
        settle(false);
      });
      lock.waiters.push(waiter);
      execution.activity.pause();
    });
  }
}

type Scope = 'script' | 'document' | 'user';

function nameOf(execution: Execution, scope: Scope): string {
  return scope === 'user' ? `user:${execution.user}` : scope;
}

const open = () => true;

export const lockService: Service = {
  methods: { getScriptLock: open, getDocumentLock: ({ hasDocument }) => hasDocument, getUserLock: open },
};

export const lock: Service = {
  methods: {
    tryLock: (execution, scope: Scope, milliseconds: number) =>
      execution.host.locks.take(nameOf(execution, scope), execution, milliseconds),
    waitLock: async (execution, scope: Scope, milliseconds: number) => {
      if (await execution.host.locks.take(nameOf(execution, scope), execution, milliseconds)) return;
      throw new ServiceError('Lock timeout: another process was holding the lock for too long.');
    },
    hasLock: (execution, scope: Scope) => execution.host.locks.holds(nameOf(execution, scope), execution),
    releaseLock: (execution, scope: Scope) => execution.host.locks.release(nameOf(execution, scope), execution),
  },
};
