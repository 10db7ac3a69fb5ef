import type { Occasion } from '../../host/faults.ts';
import type { Host } from '../../host/host.ts';
import { isQuota } from '../../host/services/quotas.ts';
import type { Watch } from '../watch/watch.ts';
import type { WireFault, WireTools } from '../wire-tools.ts';
import { LockHolder } from './lock-holder.ts';

const KEPT = 20;

const occasions: Record<Occasion, { armed: (left: number) => string; struck: string }> = {
  serviceCall: {
    armed: (left) => `An execution ends at service call ${left} from now`,
    struck: 'ended at a service call',
  },
  fetch: { armed: (left) => `An execution ends at fetch ${left} from now`, struck: 'ended at a fetch' },
  lock: { armed: (left) => `Lock attempt ${left} from now fails`, struck: 'failed to get a lock' },
  spreadsheetCall: {
    armed: (left) => `Spreadsheet call ${left} from now times out`,
    struck: 'timed out at a spreadsheet call',
  },
};

export class FaultControls {
  readonly #host: Host;
  readonly #changed: () => void;
  readonly #holder: LockHolder;
  readonly #happened: WireTools['happened'] = [];

  constructor(host: Host, watch: Watch, changed: () => void) {
    this.#host = host;
    this.#changed = () => {
      watch.changed();
      changed();
    };
    this.#holder = new LockHolder(host);
    watch.struck = ({ name, kind, user }, occasion) =>
      this.note(`${name} (${kind}, ${user}) ${occasions[occasion].struck}`);
  }

  get armed(): string[] {
    return [
      ...[...this.#host.faults.armed].map(([occasion, left]) => occasions[occasion].armed(left)),
      ...[...this.#host.quotas.reached].map((quota) => `The daily ${quota} quota is used up`),
      ...this.#holder.held.map((lock) => `The ${lock} lock is held by another user`),
    ];
  }

  /** Newest first. */
  get happened(): WireTools['happened'] {
    return this.#happened.slice().reverse();
  }

  async arm(fault: WireFault): Promise<void> {
    if (fault.kind === 'evictCache') {
      this.#host.stores.evict(1);
      this.note('The cache was emptied');
    } else if (fault.kind === 'quota') {
      if (!isQuota(fault.quota)) throw new Error(`Unknown quota: ${fault.quota}`);
      this.#host.quotas.reach(fault.quota);
    } else if (fault.kind === 'holdLock') await this.#holder.hold(fault.lock);
    else {
      const { kind, count } = fault;
      if (!Object.hasOwn(occasions, kind)) throw new Error(`Unknown fault: ${kind}`);
      if (!Number.isInteger(count) || count < 1) throw new Error('Enter a whole number, 1 or more.');
      this.#host.faults.at(kind, count);
    }
    this.#changed();
  }

  clear(): void {
    this.#host.faults.clear();
    this.#host.quotas.forgetReached();
    this.#holder.release();
    this.#changed();
  }

  note(text: string): void {
    this.#happened.push({ at: this.#host.clock.now(), text });
    if (this.#happened.length > KEPT) this.#happened.shift();
    this.#changed();
  }
}
