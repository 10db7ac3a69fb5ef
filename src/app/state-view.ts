/** What every tab of the sidebar depends on. */

import { listConnections } from '../account/connections.ts';
import type { Consent } from '../account/consent.ts';
import { readConsent } from '../account/consent.ts';
import type { ConnectionSummary } from '../protocol/connection.ts';
import type { Ports } from './ports.ts';

export interface State {
  readonly connections: readonly ConnectionSummary[];
  readonly consent: Consent;
  /** IANA name of the spreadsheet's time zone. */
  readonly timeZone: string;
}

export function state(ports: Ports): State {
  return {
    connections: listConnections(ports),
    consent: readConsent(ports.document),
    timeZone: ports.book.timeZone(),
  };
}
