/** What was asked of the marketplace, for those who test a client against it. */
import type { Operation } from '../operations/operation.ts';
import { operations } from '../operations/registry.ts';
import { mostInAnyHour } from './caps.ts';

export interface RequestLogEntry {
  /** Epoch milliseconds by the marketplace's clock. */
  time: number;
  method: string;
  path: string;
  /** Null when the path and method are no operation's. */
  operation: Operation['id'] | null;
  /** 0 when the connection was closed instead of answered. */
  status: number;
}

/** Refused calls are included: this measures what the client sent, not what was served. */
export const maxInAnyHour = (log: readonly RequestLogEntry[]): Record<Operation['id'], number> =>
  Object.fromEntries(
    operations.map(({ id }) => [
      id,
      mostInAnyHour(log.filter((entry) => entry.operation === id).map((entry) => entry.time)),
    ]),
  ) as Record<Operation['id'], number>;
