/** The ages of tables, once a day: old rows move to Archive, are removed, or are folded. */
import { recorded } from '../operations/tables.ts';
import { MarketError } from '../protocol/market-error.ts';
import { asciiJson, type Store } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import type { Leaving } from '../tables/aged.ts';
import { applyPlans } from '../tables/apply.ts';
import { applyAge } from '../tables/apply-age.ts';
import { applyFold } from '../tables/apply-fold.ts';
import { planLeft } from '../tables/catalog/left-logs.ts';
import { readThresholds, type Thresholds, updateRules } from '../tables/rules/rules-sheet.ts';
import type { Age, Table } from '../tables/table.ts';
import type { SchedulePorts } from './ports.ts';

/** A step does a bounded part of the work of one table; whether there is more of it. */
type Step = (
  ports: Pick<SchedulePorts, 'book' | 'document'>,
  thresholds: Thresholds,
  now: number,
  keeper: Keeper,
) => boolean;

/** Whom rows of a table are confirmed by before they leave for good; nothing where they leave as they always did. */
type Keeper = (table: string) => ((leaving: readonly Leaving[]) => boolean) | undefined;

/** When the work was last through. Version 1. */
const DONE = 'ages.done';

/**
 * Where a day has passed since the work was last through, as much of it as there is time for until then (`until`, epoch
 * milliseconds); the next execution goes on. The first day nothing leaves: people can see the rules before. Sentences
 * for the person where a sheet refused. `stored` is what the document's store holds; to `forgotten` are added, by table, the rows
 * that left since the warehouse holds them.
 */
export function applyAges(
  ports: SchedulePorts,
  until: number,
  stored = ports.document.all(),
  forgotten = new Map<string, number>(),
): readonly string[] {
  const { clock, document } = ports;
  const done = readDone(stored);
  if (done === undefined) {
    keepDone(document, clock.now());
    return [];
  }
  if (clock.now() < done + DAY) return [];
  const notes: string[] = [];
  const inTurn = <T>(work: () => T): T | undefined => {
    try {
      return ports.exclusively(work);
    } catch (error) {
      // A sheet that was changed by hand, or is held by another execution, keeps no other from its turn.
      if (!(error instanceof MarketError)) throw error;
      notes.push(error.message);
      return undefined;
    }
  };
  const keeper = keeperIn(ports, until, forgotten);
  inTurn(() => updateRules(ports.book, document, clock.now()));
  for (const step of STEPS)
    for (let hasMore = true; hasMore; ) {
      if (clock.now() >= until) return notes;
      hasMore = inTurn(() => step(ports, readThresholds(ports.book), clock.now(), keeper)) ?? false;
    }
  keepDone(document, clock.now());
  return notes;
}

/** In use, the warehouse decides of the tables that it keeps; what it confirms is counted as forgotten. */
function keeperIn(
  { warehouse }: Pick<SchedulePorts, 'warehouse'>,
  until: number,
  forgotten: Map<string, number>,
): Keeper {
  return (table) => {
    if (!warehouse.keeps(table)) return undefined;
    return (leaving) => {
      if (!warehouse.confirms(leaving, until)) return false;
      for (const { opened, indexes } of leaving)
        if (indexes.length > 0) forgotten.set(opened.table, (forgotten.get(opened.table) ?? 0) + indexes.length);
      return true;
    };
  };
}

const STEPS: readonly Step[] = recorded.flatMap((declared) =>
  declared.tables.flatMap((table: Table): Step[] => {
    const { age, history } = table;
    return [
      ...(age ? [ageStep(declared, table, age)] : []),
      ...(history
        ? ([
            ({ book, document }, thresholds, now, keeper) =>
              applyFold(
                book,
                document,
                declared,
                { ...table, history },
                thresholds,
                now,
                undefined,
                keeper(history.name),
              ),
          ] satisfies Step[])
        : []),
    ];
  }),
);

function ageStep(declared: (typeof recorded)[number], table: Table, { rule, onlyHeld }: Age): Step {
  return ({ book }, thresholds, now, keeper) => {
    const days = thresholds[rule];
    const confirms = keeper(table.name);
    if (days === undefined || (onlyHeld && !confirms)) return false;
    const { leaving, hasMore } = applyAge(book, declared, table, now - days * DAY, now, confirms);
    for (const { opened, indexes } of leaving) applyPlans(book, planLeft(book, declared, opened, indexes));
    return hasMore;
  };
}

function readDone({ [DONE]: text }: Readonly<Record<string, string>>): number | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as { readonly at: number }).at;
}

function keepDone(document: Store, at: number): void {
  document.set(DONE, asciiJson({ version: 1, at }));
}
