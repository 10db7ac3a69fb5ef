/** "Refresh now": runs jobs, then fetches data for formulas on each of the user's connections. */
import { allConnections } from '../account/connections.ts';
import { fetchedText, fetchNeeds } from '../formulas/prefetch/fetch-needs.ts';
import { needsOf, readCalls } from '../formulas/prefetch/read-ahead.ts';
import { EXECUTION, SOFT_STOP } from '../limits/pacing.ts';
import { MarketError, orElse } from '../protocol/market-error.ts';
import { SECOND } from '../protocol/time.ts';
import { personPorts } from './custom-function.ts';
import { clock } from './locks.ts';
import { userStore } from './stores.ts';

/** No call starts after this time: 30 seconds before Google ends the execution. */
const LAST_CALL = EXECUTION - 30 * SECOND;

interface Refreshed {
  readonly message: string;
  readonly hasJobs: boolean;
}

/** Returns a message for the user. Jobs run first because formulas read their tables. Either part can fail alone. */
export function refreshAll(refreshJobs: () => Refreshed): string {
  const start = clock.now();
  const jobs = orElse(refreshJobs, (error) => error);
  const formulas = orElse(
    () => fetchNeeded(start),
    (error) => error,
  );
  const hasJobs = jobs instanceof MarketError || jobs.hasJobs;
  if (formulas instanceof MarketError) {
    if (jobs instanceof MarketError || !hasJobs) throw formulas;
    // Other errors concern the owner's connection and appear in cells.
    return formulas.code === 'MARKET_TIMEOUT' ? `${jobs.message} ${formulas.message}` : jobs.message;
  }
  if (formulas !== '') return hasJobs ? `${jobs.message} ${formulas}` : formulas;
  if (jobs instanceof MarketError) throw jobs;
  return jobs.message;
}

/** Returns an empty string if no formula needs data. */
function fetchNeeded(start: number) {
  const first = personPorts();
  const calls = readCalls(first.workbook);
  if (calls.length === 0) return '';
  const terms = { beginUntil: start + SOFT_STOP, callUntil: start + LAST_CALL };
  const others = allConnections(userStore()).slice(1);
  const texts = [undefined, ...others.map(({ name }) => name)].flatMap((name) => {
    const ports = name === undefined ? first : personPorts(name);
    // Throws if formulas use another connection.
    const queries = needsOf(ports.workbook, calls, { ...ports, now: start });
    if (queries.length === 0) return [];
    const text = fetchedText(fetchNeeds(ports, queries, terms), ports.zone, ports.clock.now());
    return [name === undefined ? text : `${name}: ${text}`];
  });
  return texts.join(' ');
}
