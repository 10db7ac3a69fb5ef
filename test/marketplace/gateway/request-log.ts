import type { Operation } from '../operations/operation.ts';
import { operations } from '../operations/registry.ts';
import { mostInAnyHour } from './caps.ts';

export interface RequestLogEntry {
  /** Epoch milliseconds of the marketplace's clock. */
  time: number;
  method: string;
  path: string;
  /** Null if the path or the method is unknown. */
  operation: Operation['id'] | null;
  /** 0 if the connection was closed without a response. */
  status: number;
}

/** Includes rejected calls, because the client sent them. */
export const maxInAnyHour = (log: readonly RequestLogEntry[]): Record<Operation['id'], number> =>
  Object.fromEntries(
    operations.map(({ id }) => [
      id,
      mostInAnyHour(log.filter((entry) => entry.operation === id).map((entry) => entry.time)),
    ]),
  ) as Record<Operation['id'], number>;
