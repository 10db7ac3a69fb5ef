/** What formulas are answered with on Google, whether cells ask or a person who fetches for them. */
import type { Ports } from '../formulas/queue/ports.ts';
import { completeSince } from '../pull/complete-since.ts';
import { formulaLock } from './formula-cache.ts';
import type { Use } from './formula-network.ts';
import { marketAccess } from './formula-network.ts';
import { formulaTables } from './formula-tables.ts';
import { clock } from './ports.ts';
import { documentStore } from './stores.ts';

/** What depends on who asks. */
type Own = Pick<Ports, 'owner' | 'print' | 'cache' | 'connection' | 'demandSame' | 'workbook' | 'zone'>;

export function formulaPorts(own: Own, use: Use): Ports {
  return {
    ...own,
    clock,
    lock: formulaLock(),
    random: Math.random,
    tables: formulaTables(),
    wholeSince: (table) => completeSince(documentStore(), table),
    access: (operation, patience) => marketAccess(own.connection(), operation, patience, use),
  };
}
