/** The ages of tables, once a day: old rows move to Archive, are removed, or are folded. */
import { recorded } from '../operations/tables.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
import { asciiJson } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import { applyPlans } from '../tables/apply.ts';
import { applyAge } from '../tables/apply-age.ts';
import { applyFold } from '../tables/apply-fold.ts';
import { planLeft } from '../tables/catalog/left-logs.ts';
import type { Thresholds } from '../tables/rules/rules-sheet.ts';
import { readThresholds, updateRules } from '../tables/rules/rules-sheet.ts';
import type { Age, Table } from '../tables/table.ts';
import type { SchedulePorts } from './ports.ts';

/** A step does a bounded part of the work of one table; whether there is more of it. */
type Step = (ports: Pick<SchedulePorts, 'book' | 'document'>, thresholds: Thresholds, now: number) => boolean;

/** When the work was last through. Version 1. */
const DONE = 'ages.done';

/**
 * Where a day has passed since the work was last through, as much of it as there is time for until then (`until`, epoch
 * milliseconds); the next execution goes on. The first day nothing leaves: people can see the rules before. Sentences
 * for the person where a sheet refused. `stored` is what the document's store holds.
 */
export function applyAges(
  ports: SchedulePorts,
  until: number,
  stored = ports.document.all(),
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
  inTurn(() => updateRules(ports.book, document, clock.now()));
  for (const step of STEPS)
    for (let hasMore = true; hasMore; ) {
      if (clock.now() >= until) return notes;
      hasMore = inTurn(() => step(ports, readThresholds(ports.book), clock.now())) ?? false;
    }
  keepDone(document, clock.now());
  return notes;
}

const STEPS: readonly Step[] = recorded.flatMap((declared) =>
  declared.tables.flatMap((table: Table): Step[] => {
    const { age, history } = table;
    return [
      ...(age ? [ageStep(declared, table, age)] : []),
      ...(history
        ? ([
            ({ book, document }, thresholds, now) =>
              applyFold(book, document, declared, { ...table, history }, thresholds, now),
          ] satisfies Step[])
        : []),
    ];
  }),
);

function ageStep(declared: (typeof recorded)[number], table: Table, { rule }: Age): Step {
  return ({ book }, thresholds, now) => {
    const days = thresholds[rule];
    if (days === undefined) return false;
    const { leaving, hasMore } = applyAge(book, declared, table, now - days * DAY, now);
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
