/** Answers to formulas, on the owner's connection. */

import type { Answers } from '../formulas/answers.ts';
import { answerQueries } from '../formulas/queue/answer-queries.ts';
import { callsLeft } from '../limits/ledger.ts';
import { operations } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import { freshnessOf } from '../schedule/freshness.ts';
import { executionBudgetFor } from './execution-budgets.ts';
import { formulaCache } from './formula-cache.ts';
import { demandSame, ownersConnection, seenOwner } from './formula-owner.ts';
import { formulaPorts } from './formula-ports.ts';
import { formulaSheets } from './formula-sheets.ts';
import { clock } from './ports.ts';
import { documentStore, userStore } from './stores.ts';

export function formulaAnswers(): Answers {
  const cache = formulaCache();
  const connection = once(ownersConnection);
  const seen = once(() => seenOwner(cache, connection));
  const timeZone = once(() => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone());
  return {
    owner: () => seen().owner,
    timeZone,
    now: clock.now,
    freshness: (table) => freshnessOf(documentStore(), table, clock.now()),
    quota: (id) => {
      const now = clock.now();
      const of = cappedBy(operations[id], connection());
      const meter = executionBudgetFor(userStore(), { use: 'formula', lease: now, asleep: 0 });
      const availability = meter.ledger(of).availability(id, now);
      return {
        left: callsLeft(availability, now),
        nextAt: availability.free[0]?.at ?? null,
        cap: availability.cap,
      };
    },
    answer: (items) => {
      const own = {
        ...seen(),
        cache,
        connection,
        demandSame: () => demandSame(cache, seen(), connection),
        workbook: formulaSheets(),
        zone: timeZone(),
      };
      return answerQueries(formulaPorts(own, 'formula'), items);
    },
  };
}

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
