/** What every tab of the sidebar depends on. */
import { listConnections } from '../account/connections.ts';
import { readConsent } from '../account/consent.ts';
import type { Ports } from './ports.ts';

export type State = ReturnType<typeof state>;

/** `timeZone` is the IANA name of the spreadsheet's, `separator` what parts the arguments of its formulas. */
export function state(ports: Ports) {
  return {
    connections: listConnections(ports),
    consent: readConsent(ports.document),
    timeZone: ports.book.timeZone(),
    separator: ports.book.separator(),
  };
}
