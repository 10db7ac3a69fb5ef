/** Tracks whether an async action is running and why it failed. */
import { useState } from 'preact/hooks';
import { type Failure, failureOf } from './transport.ts';

export interface Task {
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  /** Resolves to undefined after a failure. */
  run<T>(work: () => Promise<T>): Promise<T | undefined>;
  fail(failure: Failure): void;
  clear(): void;
}

export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  return {
    busy,
    failure,
    async run(work) {
      setBusy(true);
      setFailure(undefined);
      try {
        return await work();
      } catch (error) {
        setFailure(failureOf(error));
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    fail: setFailure,
    clear: () => setFailure(undefined),
  };
}
