/** The host's threads, with somebody who sees every call that an execution makes of a service. */
import { ExecutionPool, type RunningTask, type TaskHost } from '../../host/execution/pool.ts';
import type { Invocation, Outcome, Task } from '../../host/execution/task.ts';

export type Call = TaskHost['call'];

export interface CallWatcher {
  /** What stands between the execution and the host from here on. */
  around(invocation: Invocation, call: Call): Call;
}

export class WatchedPool extends ExecutionPool {
  readonly #watcher: CallWatcher;

  constructor(code: string, watcher: CallWatcher) {
    super(code);
    this.#watcher = watcher;
  }

  override run(task: Task, begin: (running: RunningTask) => TaskHost): Promise<Outcome> {
    return super.run(task, (running) => {
      const host = begin(running);
      return { ...host, call: this.#watcher.around(task.invocation, host.call) };
    });
  }
}
