/** The host, whose executions are written down, and which lets those of people wait while the clock is moved. */
import type { Bundle } from '../../host/bundle.ts';
import type { ExecutionKind } from '../../host/execution/execution.ts';
import { Host, type HostOptions, type Result, type Run } from '../../host/host.ts';
import type { Watch } from './watch.ts';
import { WatchedPool } from './watched-pool.ts';

/** What a person starts; the rest is started by the clock and by cells, whose end a move of the clock waits for. */
const byPeople = new Set<ExecutionKind>(['open', 'menu', 'sidebar']);

export class WatchedHost extends Host {
  readonly watch: Watch;
  #held: Promise<unknown> | undefined;

  constructor(bundle: Bundle, options: HostOptions, watch: Watch) {
    super(bundle, new WatchedPool(bundle.code, watch), options);
    this.watch = watch;
    watch.attach(this);
  }

  /** Until this is over, no person's execution begins. */
  async holdDuring<T>(work: () => Promise<T>): Promise<T> {
    const working = work();
    const held = working.catch(() => {});
    this.#held = held;
    try {
      return await working;
    } finally {
      if (this.#held === held) this.#held = undefined;
    }
  }

  override async execute(run: Run): Promise<Result> {
    const user = run.user ?? this.user;
    while (this.#held && byPeople.has(run.kind)) await this.#held;
    const { executions } = this.watch;
    const entry = executions.begin(run, user, this.clock.now());
    const result = await super.execute({ ...run, user });
    executions.end(entry, result, this.clock.now());
    return result;
  }
}
