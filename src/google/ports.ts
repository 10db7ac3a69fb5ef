/** The ports of the add-on on Google. Made when asked for: loading the bundle calls no service. */
import type { Ports } from '../calls/ports.ts';
import { EXECUTION } from '../limits/pace.ts';
import { MarketError } from '../protocol/market-error.ts';
import { activeBook } from './book.ts';
import { meterFor } from './meters.ts';
import { httpWithin } from './network.ts';
import { demoShop, documentStore, userStore } from './stores.ts';

/** How long one execution waits for another that writes to the same workbook, in milliseconds. */
const LOCK_WAIT = 30_000;

/** Google ends an execution after six minutes; what fails shortly before is not tried again. In milliseconds. */
const LONGEST = 5.5 * 60_000;

export const clock = {
  now: () => Date.now(),
  sleep: (milliseconds: number) => Utilities.sleep(milliseconds),
};

/** A person waits: so long for slots that come free in a moment, and no longer. */
const ASLEEP = 20_000;

export function googlePorts(): Ports {
  const user = userStore();
  const lease = clock.now() + EXECUTION;
  return {
    http: httpWithin(),
    clock,
    random: Math.random,
    until: clock.now() + LONGEST,
    gate: (of, until) => {
      const meter = meterFor(user, { use: 'person', lease, asleep: ASLEEP });
      const gate = meter.gate(of, until);
      return {
        ...gate,
        close: () => {
          gate.close();
          meter.close();
        },
      };
    },
    book: activeBook(),
    user,
    document: documentStore(),
    exclusively,
    demoShop,
    unique: () => Utilities.getUuid().slice(0, 8),
    log: (message) => console.error(message),
  };
}

function exclusively<T>(work: () => T): T {
  const lock = LockService.getDocumentLock();
  if (!lock.tryLock(LOCK_WAIT))
    throw new MarketError('MARKET_TABLE', 'Another run is writing to this workbook; try again in a minute.', {
      retryAt: clock.now() + LOCK_WAIT,
    });
  try {
    return work();
  } finally {
    // Pending writes must land before another execution reads.
    SpreadsheetApp.flush();
    lock.releaseLock();
  }
}
