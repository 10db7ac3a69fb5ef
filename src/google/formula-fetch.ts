/** Fetches what the formulas of the active spreadsheet need, as long as an execution may go on. */
import { allConnections } from '../account/connections.ts';
import { fetchedText, planText } from '../formulas/prefetch/fetch-messages.ts';
import { type FetchPorts, fetchNeeds, planFetch } from '../formulas/prefetch/fetch-needs.ts';
import { needsOf, readCalls } from '../formulas/prefetch/needs.ts';
import { EXECUTION, SOFT_STOP } from '../limits/pacing.ts';
import { SECOND } from '../protocol/time.ts';
import { personPorts } from './formula-ports.ts';
import { clock, googlePorts } from './ports.ts';
import { userStore } from './stores.ts';

/** The last call is over by then, half a minute before Google ends the execution. */
const LAST_CALL = EXECUTION - 30 * SECOND;

/** Says in one sentence what it is about to do, does it, and gives what became of it, blank where no formula needs anything; one connection after the other. */
export function fetchFormulas(announce: (message: string) => void): string {
  const start = clock.now();
  const { planInput, unique } = googlePorts();
  const first: FetchPorts = { ...personPorts(), planInput, unique };
  const found = readCalls(first.workbook);
  const others = allConnections(userStore()).slice(1);
  const terms = { beginUntil: start + SOFT_STOP, callUntil: start + LAST_CALL };
  const texts = [undefined, ...others.map(({ name }) => name)].flatMap((name) => {
    const ports = name === undefined ? first : { ...personPorts(name), planInput, unique };
    const { owner, zone, workbook } = ports;
    const needs = needsOf(workbook, found, { owner, zone, now: start });
    if (needs.queries.length === 0 && (name !== undefined || needs.unread === 0)) return [];
    const plan = planFetch(ports, needs);
    const whose = name === undefined ? '' : `${name}: `;
    if (plan.open.length > 0) announce(whose + planText(needs, plan, zone));
    return [whose + fetchedText(needs, fetchNeeds(ports, plan, terms), zone)];
  });
  return texts.join(' ');
}
