// Daily quotas per user; each begins anew 24 hours after its first use.
import { ServiceError } from './service.ts';

export type Account = 'consumer' | 'workspace';
/** What is counted by calls, and what by the time that triggers run. */
export type Quota = 'urlfetch' | 'email' | 'properties' | 'triggers';

const minute = 60_000;
const limits: Record<Quota, Record<Account, number>> = {
  urlfetch: { consumer: 20_000, workspace: 100_000 },
  email: { consumer: 100, workspace: 1500 },
  properties: { consumer: 50_000, workspace: 500_000 },
  // Milliseconds.
  triggers: { consumer: 90 * minute, workspace: 360 * minute },
};
const day = 86_400_000;

export function isQuota(name: string): name is Quota {
  return Object.hasOwn(limits, name);
}

export class Quotas {
  readonly #account: Account;
  readonly #now: () => number;
  readonly #spent = new Map<string, { since: number; amount: number }>();
  /** Taken as reached, whatever was spent. */
  readonly #reached = new Set<Quota>();

  constructor(account: Account, now: () => number) {
    this.#account = account;
    this.#now = now;
  }

  remaining(quota: Quota, user: string): number {
    if (this.#reached.has(quota)) return 0;
    return Math.max(0, limits[quota][this.#account] - this.#of(quota, user).amount);
  }

  /** Throws Google's text when none is left. */
  spend(quota: Quota, user: string, amount = 1): void {
    if (this.remaining(quota, user) <= 0) {
      throw new ServiceError(`Service invoked too many times for one day: ${quota}.`);
    }
    this.#of(quota, user).amount += amount;
  }

  /** Time that has passed can no longer be refused. */
  spendTime(user: string, milliseconds: number): void {
    this.#of('triggers', user).amount += milliseconds;
  }

  reach(quota: Quota): void {
    this.#reached.add(quota);
  }

  forgetReached(): void {
    this.#reached.clear();
  }

  #of(quota: Quota, user: string): { since: number; amount: number } {
    const key = `${quota} ${user}`;
    const known = this.#spent.get(key);
    if (known && this.#now() - known.since < day) return known;
    const fresh = { since: this.#now(), amount: 0 };
    this.#spent.set(key, fresh);
    return fresh;
  }
}
