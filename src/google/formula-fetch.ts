/** "Refresh now": runs jobs, then fetches what formulas need on each connection of the person. */
import { allConnections } from '../account/connections.ts';
import { contextOf } from '../formulas/evaluate.ts';
import { fetchedText, fetchNeeds } from '../formulas/prefetch/fetch-needs.ts';
import { needsOf, readCalls } from '../formulas/prefetch/read-ahead.ts';
import { EXECUTION, SOFT_STOP } from '../limits/pacing.ts';
import { MarketError, orElse } from '../protocol/market-error.ts';
import { SECOND } from '../protocol/time.ts';
import { personPorts } from './custom-function.ts';
import { clock } from './locks.ts';
import { userStore } from './stores.ts';

/** Half a minute before Google ends the execution. */
const LAST_CALL = EXECUTION - 30 * SECOND;

interface Refreshed {
  readonly message: string;
  readonly hasJobs: boolean;
}

/** Gives a message for the person. Jobs run first, since formulas use their tables; either half may fail alone. */
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
    // Other errors are about the owner's connection, and the cells show them.
    return formulas.code === 'MARKET_TIMEOUT' ? `${jobs.message} ${formulas.message}` : jobs.message;
  }
  if (formulas !== '') return hasJobs ? `${jobs.message} ${formulas}` : formulas;
  if (jobs instanceof MarketError) throw jobs;
  return jobs.message;
}

/** Blank if no formula asks the marketplace. */
function fetchNeeded(start: number): string {
  const first = personPorts();
  const calls = readCalls(first.workbook);
  if (calls.length === 0) return '';
  const terms = { beginUntil: start + SOFT_STOP, callUntil: start + LAST_CALL };
  const others = allConnections(userStore()).slice(1);
  const texts = [undefined, ...others.map(({ name }) => name)].flatMap((name) => {
    const ports = name === undefined ? first : personPorts(name);
    const queries = needsOf(ports.workbook, calls, contextOf(ports, start));
    if (queries.length === 0) return [];
    const text = fetchedText(fetchNeeds(ports, queries, terms), ports.zone, ports.clock.now());
    return [name === undefined ? text : `${name}: ${text}`];
  });
  return texts.join(' ');
}
