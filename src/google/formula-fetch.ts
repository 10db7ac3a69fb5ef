/** The half of "Refresh now" that is about formulas: fetches what those of the workbook need, on each connection of the person. */
import { allConnections } from '../account/connections.ts';
import { contextOf } from '../formulas/evaluate.ts';
import { fetchedText, fetchNeeds } from '../formulas/prefetch/fetch-needs.ts';
import { needsOf, readCalls } from '../formulas/prefetch/read-ahead.ts';
import { EXECUTION, SOFT_STOP } from '../limits/pacing.ts';
import { orElse } from '../protocol/market-error.ts';
import { SECOND } from '../protocol/time.ts';
import { personPorts } from './custom-function.ts';
import { clock } from './locks.ts';
import { userStore } from './stores.ts';

/** The last call is over by then, half a minute before Google ends the execution. */
const LAST_CALL = EXECUTION - 30 * SECOND;

/**
 * Gives what became of `refreshJobs`, which goes first since formulas use what it brings, and of formulas. Where only
 * one of the two has anything to do, it alone says so.
 */
export function fetchForFormulas(refreshJobs: () => string): string {
  const start = clock.now();
  const tried = (work: () => string) => orElse(work, (error) => error);
  const [jobs, formulas] = [tried(refreshJobs), tried(() => fetchAll(start))];
  if (typeof formulas === 'string') {
    if (typeof jobs === 'string') return [jobs, formulas].filter((text) => text !== '').join(' ');
    if (formulas === '') throw jobs;
    // Who has no jobs to run asked for formulas.
    return jobs.code === 'MARKET_ARGUMENT' ? formulas : `${jobs.message} ${formulas}`;
  }
  if (typeof jobs !== 'string') throw formulas;
  // Jobs run on the person's own connection, formulas on that of the owner, who is told of it by the cells.
  return formulas.code === 'MARKET_TIMEOUT' ? `${jobs} ${formulas.message}` : jobs;
}

/** Blank where there are no formulas that ask the marketplace. */
function fetchAll(start: number): string {
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
