/** Evaluates formulas for cells, and creates the ports for formulas and "Refresh now". */
import { evaluate } from '../formulas/evaluate.ts';
import type { Input, Output } from '../formulas/formula.ts';
import { findFormula } from '../formulas/functions/registry.ts';
import { connectionNamed } from '../formulas/parsed-arguments.ts';
import type { CallDeadlines, MarketAccess, Ports } from '../formulas/ports.ts';
import { answerQueries } from '../formulas/queue/answer-queries.ts';
import { meaningTextsOf } from '../formulas/queue/understanding.ts';
import { callsLeft } from '../limits/ledger.ts';
import { EXECUTION } from '../limits/pacing.ts';
import { type OperationId, operations } from '../operations/registry.ts';
import { type Connection, cappedBy } from '../protocol/connection.ts';
import type { Gate } from '../protocol/http.ts';
import { type MarketError, orElse } from '../protocol/market-error.ts';
import { once } from '../protocol/store.ts';
import { MINUTE, SECOND } from '../protocol/time.ts';
import { completeSince } from '../pull/remembered.ts';
import { freshAt } from '../schedule/table-freshness.ts';
import { spokenTime } from '../tables/zone.ts';
import { datesForCells, datesFromCells } from './formula-dates.ts';
import {
  cacheOf,
  checkOwner,
  formulaCache,
  type KnownOwner,
  knownOwner,
  OwnerChanged,
  ownerForPerson,
  ownersConnection,
  readingAlong,
  spreadsheetZone,
} from './formula-owner.ts';
import { allSheets, formulaTables, sheetIndex, sheetsAround, sheetsOfPeople } from './formula-sheets.ts';
import { clock } from './locks.ts';
import { httpWithin } from './network.ts';
import { asMarketError } from './service-calls.ts';
import { availabilityFor, documentStore, executionBudgetFor, userStore } from './stores.ts';

/** Ports for cells on the owner's connection `name` or the default. The first cache read includes the `along` keys. */
function cellPorts(name: string | undefined, along: readonly string[], zone: () => string): Ports {
  const { cache, along: catalogTexts } = readingAlong(formulaCache(), along);
  const known = once(() => knownOwner(cache, name));
  const checkConnection = () => checkOwner(cache, known(), name);
  return portsOf('formula', { name, cache, catalogTexts, known, checkConnection, zone });
}

/** Ports for "Refresh now", for users whose connection matches the owner's. */
export function personPorts(name?: string): Ports {
  const cache = formulaCache();
  const known = once(() => ownerForPerson(cache, ownersConnection(name)));
  const [zone, checkConnection] = [once(spreadsheetZone), () => undefined];
  return portsOf('person', { name, cache, catalogTexts: cache, known, checkConnection, zone });
}

interface Own extends Pick<Ports, 'cache' | 'catalogTexts' | 'checkConnection'> {
  readonly name: string | undefined;
  known(): KnownOwner;
  zone(): string;
}

function portsOf(use: Use, { name, cache, catalogTexts, checkConnection, known, zone }: Own): Ports {
  const connection = once(() => ownersConnection(name));
  const sheets = once(() => {
    const [all, index] = [allSheets(), sheetIndex()];
    const open = use === 'formula' ? sheetsAround : sheetsOfPeople;
    return { workbook: once(() => open(all, index)), tables: formulaTables(all, index) };
  });
  return {
    clock,
    random: Math.random,
    get cache() {
      return cacheOf(cache, known());
    },
    catalogTexts,
    get owner() {
      return known().owner;
    },
    get fingerprint() {
      return known().fingerprint;
    },
    connection,
    checkConnection,
    access: (operation, deadlines) => marketAccess(use, connection(), operation, deadlines),
    get workbook() {
      return sheets().workbook();
    },
    tables: (name) => sheets().tables(name),
    completeSince: (table) =>
      orElse(
        () => completeSince(documentStore(), table, known().sellerId),
        () => undefined,
      ),
    get zone() {
      return zone();
    },
    freshness: (table) =>
      freshAt(documentStore(), clock.now(), table, name === undefined ? undefined : known().sellerId),
    quota: (operation) => {
      const now = clock.now();
      const of = cappedBy(operations[operation], connection());
      const availability = availabilityFor(userStore(), of, now);
      const nextAt = availability.free[0]?.at ?? null;
      return { left: callsLeft(availability, now), nextAt, cap: availability.cap };
    },
  };
}

/** Maximum execution time, after which reserved calls are released. */
const ENDED = { formula: 30 * SECOND, person: EXECUTION } as const;

type Use = keyof typeof ENDED;

/** Maximum wait for a call slot. */
const ASLEEP = 2 * SECOND;

/** Milliseconds between attempts while another execution holds the ledger. */
const BETWEEN_ATTEMPTS = 200;

function marketAccess(
  use: Use,
  connection: Connection,
  id: OperationId,
  { until, longest, beforeCalls }: CallDeadlines,
): MarketAccess {
  const budget = executionBudgetFor(userStore(), { use, endsBy: clock.now() + ENDED[use], asleep: ASLEEP });
  const gate = budget.gate(cappedBy(operations[id], connection), until, () => budget.close());
  const http = httpWithin(() => Math.min(longest, until - clock.now()), beforeCalls);
  return { network: { gate: waiting(gate, beforeCalls), http, clock, random: Math.random, until }, close: gate.close };
}

/** Retries while another execution holds the ledger. An error would trip the breaker. */
function waiting(gate: Gate, beforeAttempt: () => void): Gate {
  return {
    ...gate,
    admit: (wanted, most) => {
      const admission = gate.admit(wanted, most);
      if (admission.calls > 0 || admission.because !== 'busy') return admission;
      beforeAttempt();
      return { ...admission, next: clock.now() + BETWEEN_ATTEMPTS, isReserved: true };
    },
  };
}

export function formula(name: string, inputs: ArrayLike<Input>): Output {
  const value = () => {
    const called = findFormula(name);
    const zone = once(spreadsheetZone);
    const given = Array.from(inputs, (input) => datesFromCells(input, zone));
    const ports = cellPorts(connectionNamed(called, given), meaningTextsOf(called, given), zone);
    const output = evaluate(called, given, ports, (queries) => answerQueries(ports, queries));
    return datesForCells(output, zone);
  };
  try {
    return withOwner(value);
  } catch (error) {
    const known = asMarketError(error);
    throw known ? new Error(noteOf(known)) : error;
  }
}

/** Retries once if the owner's connection has changed. */
function withOwner<T>(work: () => T) {
  try {
    return work();
  } catch (error) {
    if (error instanceof OwnerChanged) return work();
    throw error;
  }
}

function noteOf({ code, message, details }: MarketError) {
  if (details.retryAt === undefined) return `${code}: ${message}`;
  // Times are shown without seconds.
  const time = spokenTime(details.retryAt + MINUTE - 1, spreadsheetZone(), clock.now());
  return `${code}: ${message} Formulas can try again after ${time}.`;
}
