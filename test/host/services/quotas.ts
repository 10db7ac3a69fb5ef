// Daily quotas per user; each begins anew 24 hours after its first use.
import { ServiceError } from './service.ts';

export type Account = 'consumer' | 'workspace';
type Quota = 'urlfetch' | 'email';

const limits: Record<Quota, Record<Account, number>> = {
  urlfetch: { consumer: 20_000, workspace: 100_000 },
  email: { consumer: 100, workspace: 1500 },
};
const day = 86_400_000;

export class Quotas {
  readonly #account: Account;
  readonly #now: () => number;
  readonly #spent = new Map<string, { since: number; count: number }>();

  constructor(account: Account, now: () => number) {
    this.#account = account;
    this.#now = now;
  }

  remaining(quota: Quota, user: string): number {
    return limits[quota][this.#account] - this.#of(quota, user).count;
  }

  spend(quota: Quota, user: string): void {
    if (this.remaining(quota, user) <= 0) {
      throw new ServiceError(`Service invoked too many times for one day: ${quota}.`);
    }
    this.#of(quota, user).count++;
  }

  #of(quota: Quota, user: string): { since: number; count: number } {
    const key = `${quota} ${user}`;
    const known = this.#spent.get(key);
    if (known && this.#now() - known.since < day) return known;
    const fresh = { since: this.#now(), count: 0 };
    this.#spent.set(key, fresh);
    return fresh;
  }
}
