/** Checks what is asked for and plans it, with what the workbook knows; nothing is sent. */
import { findConnection } from '../account/connections.ts';
import { userOf } from '../account/users.ts';
import { planWork } from '../limits/planner.ts';
import { findOperation } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Operation } from '../protocol/operation.ts';
import { readCatalog } from '../tables/catalog/catalog.ts';
import { NOBODY, recallRefused } from './isolated.ts';
import type { PullPorts } from './ports.ts';
import type { Run, RunPurpose, Why } from './run.ts';
import { beginRun } from './run.ts';
import { recallSize } from './sizes.ts';

/** What a person or a job asks for; all of it may be of any type, since pages and sheets are not to be trusted. */
export interface PullRequest {
  readonly operation?: unknown;
  readonly params?: unknown;
  /** Asks the marketplace and counts what would change in the sheets, but writes nothing. */
  readonly preview?: unknown;
  readonly why?: Why;
}

/** Nothing is sent yet. `purpose` says of which job it is a part. */
export function begin(ports: PullPorts, ask: PullRequest, purpose?: RunPurpose): Run {
  const operation = findOperation(ask.operation);
  const params = (ask.params ?? {}) as Record<string, unknown>;
  const connection = findConnection(ports.user, params.connection);
  // What is remembered by the question must not depend on whether the default connection was named.
  const input = { ...params, connection: connection.name };
  const now = ports.clock.now();
  const { id: by, name: who } = userOf(ports);
  return beginRun({
    id: ports.unique(),
    operation,
    connection,
    input,
    now,
    last: purpose ? undefined : recallSize(ports.document, operation, input),
    before: sharesCalls(operation, input)
      ? recallRefused(ports.document, operation.id, connection.name, now)
      : NOBODY,
    isPreview: ask.preview === true,
    catalog: () => readCatalog(ports.book),
    by,
    who,
    ...(ask.why ? { why: ask.why } : {}),
    purpose,
    ...(purpose
      ? {}
      : { plan: (work) => planWork([work], ports.planInput(cappedBy(operation, connection))) }),
  });
}

/** Whether identifiers that are asked for share calls: only then one that was refused spoils others. */
function sharesCalls({ split = [] }: Operation, input: Readonly<Record<string, unknown>>): boolean {
  return split.some((part) => 'each' in part && part.size !== 1 && input[part.each] !== undefined);
}
