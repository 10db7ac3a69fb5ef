/** Fetches what formulas need before they ask for it, in as few calls as possible, as their leader. */

import type { Cost, Outset, Work } from '../../limits/plan.ts';
import { planWork } from '../../limits/plan.ts';
import type { OperationId } from '../../operations/registry.ts';
import { operations } from '../../operations/registry.ts';
import type { Capped } from '../../protocol/caps.ts';
import { cappedBy } from '../../protocol/caps.ts';
import { MarketError } from '../../protocol/market-error.ts';
import { batchesOf } from '../batches.ts';
import type { Item } from '../items.ts';
import { metBefore } from '../together/breaker.ts';
import { isGood } from '../together/entry.ts';
import { lead } from '../together/lead.ts';
import { takeLead } from '../together/leadership.ts';
import { look } from '../together/look.ts';
import type { Line, Ports } from '../together/ports.ts';
import type { Workbook } from '../together/workbook.ts';
import type { Needs } from './needs.ts';

export interface FetchPorts extends Ports {
  /** What is known of caps and quotas, to plan with. */
  outset(of: Capped): Outset;
  /** An id that nobody else has. */
  unique(): string;
}

/** What is to be asked, and what that costs. */
export interface Plan {
  readonly open: readonly Item[];
  readonly cost: Cost;
}

/** What could not be had of an operation. */
export interface Left {
  readonly operation: OperationId;
  readonly values: number;
  /** Nothing where only the time was over. */
  readonly why: MarketError | undefined;
}

export interface Fetched {
  /** Values that are known now and were not before. */
  readonly values: number;
  /** Items of which the marketplace knows nothing, and those that it refused. */
  readonly nothing: number;
  readonly refused: number;
  /** Those that were known before. */
  readonly known: number;
  readonly calls: number;
  readonly left: readonly Left[];
  /** What those that are left cost. */
  readonly rest: Cost | undefined;
}

/** Formulas that are computed at this moment are answered first; for so long they are waited for. In milliseconds. */
const LONGEST_WAIT = 40_000;
const PAUSE = 500;

export function planFetch(ports: FetchPorts, { items }: Needs): Plan {
  const { entries } = look(ports, items);
  const now = ports.clock.now();
  // What nobody ever asked for comes first, and what was asked last comes last: else what is never known would keep
  // the calls from what is.
  const askedAt = ({ key }: Item) => entries.get(key)?.at ?? 0;
  const open = items
    .filter((item) => !isGood(entries.get(item.key), item, now))
    .sort((one, other) => askedAt(one) - askedAt(other));
  return { open, cost: costOf(ports, open) };
}

/** `beginUntil` and `callUntil` in epoch milliseconds: after them no batch is begun, and no call. */
export function fetchNeeds(
  ports: FetchPorts,
  { items }: Needs,
  { open }: Plan,
  terms: { readonly beginUntil: number; readonly callUntil: number },
): Fetched {
  const known = items.length - open.length;
  if (open.length === 0)
    return { values: 0, nothing: 0, refused: 0, known, calls: 0, left: [], rest: undefined };
  let calls = 0;
  const counting = (line: Line): Line => {
    const { http } = line.network;
    const fetchAll: typeof http.fetchAll = (requests) => {
      calls += requests.length;
      return http.fetchAll(requests);
    };
    return { ...line, network: { ...line.network, http: { fetchAll } } };
  };
  const id = ports.unique();
  awaitLead(ports, id);
  const led = lead(
    { ...ports, workbook: NOTHING, line: (...about) => counting(ports.line(...about)) },
    id,
    open,
    { ...terms, areWishesFirst: true },
  );
  const now = ports.clock.now();
  const { breaker } = look(ports, []);
  const missing = open.filter((item) => !isGood(led.entries.get(item.key), item, now));
  const left = [...new Set(missing.map(({ operation }) => operation))].map((operation): Left => {
    const alike = missing.filter((item) => item.operation === operation);
    const whys = alike.map((item) => led.whyNot(item));
    return {
      operation,
      values: alike.length,
      why: whys.find((why) => why !== undefined) ?? metBefore(breaker, operation, now),
    };
  });
  const rest = missing.length === 0 ? undefined : costOf(ports, missing);
  const answered = open
    .map((item) => led.entries.get(item.key))
    .filter((entry, index) => isGood(entry, open[index]!, now));
  const refused = answered.filter((entry) => entry?.refused).length;
  const nothing = answered.filter((entry) => entry?.records.length === 0).length - refused;
  const values = answered.length - nothing - refused;
  return { values, nothing, refused, known, calls, left, rest };
}

/** All is read already. */
const NOTHING: Workbook = {
  place: () => ({ sheet: '', column: 1 }),
  sheets: () => [],
  named: () => undefined,
};

function costOf(ports: FetchPorts, items: readonly Item[]): Cost {
  const connection = ports.connection();
  const work = batchesOf(items, connection).map(({ units, items }): Work => {
    const [{ operation, list }] = items as [Item];
    // How many pages a table has is not known before.
    return { operation, calls: units.length, ...(list === undefined ? { precision: 'at least' } : {}) };
  });
  const outset = (id: string) => ports.outset(cappedBy(operations[id as OperationId], connection));
  return planWork(work, {
    ...outset(work[0]?.operation ?? 'inventory'),
    accounts: (id) => outset(id).accounts(id),
  });
}

function awaitLead(ports: FetchPorts, id: string): void {
  const { clock } = ports;
  const until = clock.now() + LONGEST_WAIT;
  while (!takeLead(ports, id)) {
    if (clock.now() >= until)
      throw new MarketError(
        'MARKET_TIMEOUT',
        'Formulas are being computed at this moment; try again when they are done.',
      );
    clock.sleep(PAUSE);
  }
}
