// Daily quotas per user. Each resets 24 hours after its first use.
import { ServiceError } from './service.ts';

export type Account = 'consumer' | 'workspace';
/** `triggers` is in milliseconds; all others are in calls. */
export type Quota = 'urlfetch' | 'email' | 'properties' | 'triggers';

const minute = 60_000;
const limits: Record<Quota, Record<Account, number>> = {
  urlfetch: { consumer: 20_000, workspace: 100_000 },
  email: { consumer: 100, workspace: 1500 },
  properties: { consumer: 50_000, workspace: 500_000 },
  // In milliseconds.
  triggers: { consumer: 90 * minute, workspace: 360 * minute },
};
const day = 86_400_000;

interface Spent {
  since: number;
  amount: number;
}

export function isQuota(name: string): name is Quota {
  return Object.hasOwn(limits, name);
}

export class Quotas {
  readonly #account: Account;
  readonly #now: () => number;
  readonly #spent = new Map<string, Spent>();
  readonly #reached = new Set<Quota>();

  constructor(account: Account, now: () => number) {
    this.#account = account;
    this.#now = now;
  }

  limit(quota: Quota): number {
    return limits[quota][this.#account];
  }

  /** Usage in the current 24 hours. Reading it doesn't start a new period. */
  used(quota: Quota, user: string): number {
    return this.#running(quota, user)?.amount ?? 0;
  }

  remaining(quota: Quota, user: string): number {
    if (this.#reached.has(quota)) return 0;
    return Math.max(0, this.limit(quota) - this.used(quota, user));
  }

  /** Throws Google's message if the quota is used up. */
  spend(quota: Quota, user: string, amount = 1): void {
    if (this.remaining(quota, user) <= 0) {
      throw new ServiceError('Service invoked too many times for one day: {0}.', quota);
    }
    this.#count(quota, user, amount, this.#now());
  }

  /** Never throws, because time that was used must be recorded. */
  spendTime(user: string, milliseconds: number): void {
    this.#count('triggers', user, milliseconds, this.#now() - milliseconds);
  }

  /** Quotas that a fault marks as used up. */
  get reached(): ReadonlySet<Quota> {
    return this.#reached;
  }

  reach(quota: Quota): void {
    this.#reached.add(quota);
  }

  forgetReached(): void {
    this.#reached.clear();
  }

  #running(quota: Quota, user: string): Spent | undefined {
    const known = this.#spent.get(`${quota} ${user}`);
    return known && this.#now() - known.since < day ? known : undefined;
  }

  #count(quota: Quota, user: string, amount: number, since: number): void {
    const known = this.#running(quota, user);
    if (known) known.amount += amount;
    else this.#spent.set(`${quota} ${user}`, { since, amount });
  }
}
