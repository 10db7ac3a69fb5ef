/** Removes old rows and condenses *Stock history* once per day. */
import { outdated, purgeAll } from '../account/consent.ts';
import { recorded } from '../operations/tables.ts';
import { orElse } from '../protocol/market-error.ts';
import { stored } from '../protocol/store.ts';
import { DAY, MINUTE } from '../protocol/time.ts';
import { applyAge, type Leaving } from '../tables/aged.ts';
import { applyPlans, MOST_CELLS } from '../tables/apply.ts';
import { applyFold } from '../tables/apply-fold.ts';
import { planLeft } from '../tables/catalog/known-logs.ts';
import type { Table } from '../tables/table.ts';
import { exportedTable } from '../warehouse/schema.ts';
import { isExported } from '../warehouse/state.ts';
import type { SchedulePorts } from './ports.ts';

/** Processes part of a table. Returns whether more is left. */
type Step = (ports: SchedulePorts, now: number, keeper: Keeper) => boolean;

/** Returns a function that checks whether rows are in the warehouse, or undefined if the table needs no check. */
type Keeper = (table: string) => ((leaving: readonly Leaving[]) => boolean) | undefined;

/** Separate for each project, because only its own people's schedules can confirm its rows. */
const lastDone = (project = '') => stored<number | undefined>(`ages.done${project}`, 1, undefined);

/**
 * Runs once per day, until `until`. Removes nothing on the first day. Returns messages for the user. `forgotten`
 * receives the number of rows removed per table once the warehouse has them.
 */
export function applyAges(
  ports: SchedulePorts,
  until: number,
  forgotten = new Map<string, number>(),
): readonly string[] {
  const { clock, document, warehouse } = ports;
  const project = warehouse.holdings()?.project;
  const done = lastDone(project).read(document);
  const noteDone = () => lastDone(project).write(document, clock.now());
  if (done === undefined) noteDone();
  const now = clock.now();
  if (done === undefined || (now < done + DAY && done <= now + MINUTE)) return [];
  const notes: string[] = [];
  const confirm = (leaving: readonly Leaving[]) => {
    if (!project || !warehouse.confirms(leaving, until)) return false;
    for (const { opened, indexes } of leaving)
      if (indexes.length > 0) forgotten.set(opened.table, (forgotten.get(opened.table) ?? 0) + indexes.length);
    return true;
  };
  const isUsed = project !== undefined || isExported(document);
  const keeper: Keeper = (table) => (isUsed && exportedTable(table) ? confirm : undefined);
  const hasMore = (step: Step) =>
    orElse(
      () => ports.exclusively(() => step(ports, clock.now(), keeper)),
      // If one sheet fails, continue with the others.
      ({ message }) => {
        notes.push(message);
        return false;
      },
    );
  for (const step of [forgetBuyers, ...tableSteps])
    do {
      if (clock.now() >= until) return notes;
    } while (hasMore(step));
  noteDone();
  return notes;
}

/** Removes buyer data that expired or is not allowed. */
const forgetBuyers: Step = (ports) => {
  for (const allowed of outdated(ports)) purgeAll(ports.book, allowed);
  return false;
};

const tableSteps: readonly Step[] = recorded.flatMap((declared) =>
  declared.tables.flatMap((table: Table): Step[] => {
    const { age, history } = table;
    const leave: Step = ({ book }, now, keeper) => {
      const confirms = keeper(table.name);
      const isFull = () => age?.leaves === 'when held or full' && book.cells() > MOST_CELLS / 2;
      if (!age || (age.leaves && !confirms && !isFull())) return false;
      const { leaving, hasMore } = applyAge(book, declared, { ...table, age }, now, confirms);
      for (const { opened, indexes } of leaving) applyPlans(book, planLeft(book, declared, opened, indexes));
      return hasMore;
    };
    const fold: Step = ({ book, document }, now, keeper) =>
      history !== undefined && applyFold(book, document, declared, { ...table, history }, now, keeper(history.name));
    return [...(age ? [leave] : []), ...(history ? [fold] : [])];
  }),
);
