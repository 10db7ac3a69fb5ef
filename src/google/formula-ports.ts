/** What formulas are answered with on Google, whether cells ask or a person who fetches for them. */
import type { Ports } from '../formulas/together/ports.ts';
import { wholeSince } from '../refresh/whole-since.ts';
import { formulaLock } from './formula-cache.ts';
import type { Use } from './formula-line.ts';
import { formulaLine } from './formula-line.ts';
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
    wholeSince: (table) => wholeSince(documentStore(), table),
    line: (operation, patience) => formulaLine(own.connection(), operation, patience, use),
  };
}
