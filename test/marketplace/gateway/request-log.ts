/** The log of requests, for tests of a client. */
import type { Operation } from '../operations/operation.ts';
import { operations } from '../operations/registry.ts';
import { mostInAnyHour } from './caps.ts';

export interface RequestLogEntry {
  /** Epoch milliseconds by the marketplace's clock. */
  time: number;
  method: string;
  path: string;
  /** Null if no operation has this path and method. */
  operation: Operation['id'] | null;
  /** 0 if the connection was closed without an answer. */
  status: number;
}

/** Includes refused calls, because this measures the calls that the client sent. */
export const maxInAnyHour = (log: readonly RequestLogEntry[]): Record<Operation['id'], number> =>
  Object.fromEntries(
    operations.map(({ id }) => [
      id,
      mostInAnyHour(log.filter((entry) => entry.operation === id).map((entry) => entry.time)),
    ]),
  ) as Record<Operation['id'], number>;
