/** Fetches what the formulas of the active spreadsheet need, as long as an execution may go on. */

import { fetchedText, planText } from '../formulas/prefetch/fetch-messages.ts';
import type { FetchPorts } from '../formulas/prefetch/fetch-needs.ts';
import { fetchNeeds, planFetch } from '../formulas/prefetch/fetch-needs.ts';
import { readNeeds } from '../formulas/prefetch/needs.ts';
import { EXECUTION, SOFT_STOP } from '../limits/pacing.ts';
import { SECOND } from '../protocol/time.ts';
import { formulaCache } from './formula-cache.ts';
import { ownersConnection, seenByPerson } from './formula-owner.ts';
import { formulaPorts } from './formula-ports.ts';
import { sheetsOfPeople } from './formula-sheets.ts';
import { clock, googlePorts } from './ports.ts';

/** The last call is over by then, half a minute before Google ends the execution. */
const LAST_CALL = EXECUTION - 30 * SECOND;

/** Says in one sentence what it is about to do, does it, and gives what became of it. */
export function fetchFormulas(announce: (message: string) => void): string {
  const start = clock.now();
  const cache = formulaCache();
  const connection = ownersConnection();
  const { planInput, unique, book } = googlePorts();
  const seen = seenByPerson(cache, connection);
  const zone = book.timeZone();
  const workbook = sheetsOfPeople();
  const own = {
    ...seen,
    cache,
    connection: () => connection,
    demandSame: () => undefined,
    workbook,
    zone,
  };
  const ports: FetchPorts = { ...formulaPorts(own, 'person'), planInput, unique };
  const needs = readNeeds(workbook, { owner: seen.owner, zone, now: start });
  const plan = planFetch(ports, needs);
  if (plan.open.length > 0) announce(planText(needs, plan, zone));
  const terms = { beginUntil: start + SOFT_STOP, callUntil: start + LAST_CALL };
  return fetchedText(needs, fetchNeeds(ports, needs, plan, terms), zone);
}
