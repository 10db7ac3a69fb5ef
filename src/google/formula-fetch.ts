/** Fetches what the formulas of the active spreadsheet need, as long as an execution may go on. */
import { fetchedText, planText } from '../formulas/prefetch/fetch-messages.ts';
import type { FetchPorts } from '../formulas/prefetch/fetch-needs.ts';
import { fetchNeeds, planFetch } from '../formulas/prefetch/fetch-needs.ts';
import { readNeeds } from '../formulas/prefetch/needs.ts';
import { EXECUTION, SOFT_STOP } from '../limits/pacing.ts';
import { SECOND } from '../protocol/time.ts';
import { personPorts } from './formula-ports.ts';
import { clock, googlePorts } from './ports.ts';

/** The last call is over by then, half a minute before Google ends the execution. */
const LAST_CALL = EXECUTION - 30 * SECOND;

/** Says in one sentence what it is about to do, does it, and gives what became of it. */
export function fetchFormulas(announce: (message: string) => void): string {
  const start = clock.now();
  const { planInput, unique } = googlePorts();
  const ports: FetchPorts = { ...personPorts(), planInput, unique };
  const { owner, zone, workbook } = ports;
  const needs = readNeeds(workbook, { owner, zone, now: start });
  const plan = planFetch(ports, needs);
  if (plan.open.length > 0) announce(planText(needs, plan, zone));
  const terms = { beginUntil: start + SOFT_STOP, callUntil: start + LAST_CALL };
  return fetchedText(needs, fetchNeeds(ports, plan, terms), zone);
}
