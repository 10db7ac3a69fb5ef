/** Implements the add-on's ports on Google. Loading the bundle must not call services. */
import { updateInsights } from '../app/after-run.ts';
import type { Mail, Platform, Ports } from '../app/ports.ts';
import { LONGEST_KEPT } from '../formulas/ports.ts';
import { CATALOG_CHANGED } from '../formulas/queue/understanding.ts';
import { type ExecutionBudget, reservingAhead } from '../limits/ledger-gate.ts';
import { BY_PERSON, EXECUTION } from '../limits/pacing.ts';
import { isOperationId } from '../operations/registry.ts';
import type { FailedCall } from '../protocol/client.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';
import { rememberFailedCall } from '../pull/remembered.ts';
import { noWarehouse } from '../schedule/ports.ts';
import { activeBook } from './book.ts';
import { demoShop } from './demo-shop.ts';
import { forgettingConnections, optionalCache, shareWithFormulas } from './formula-owner.ts';
import { renewSheetIndex } from './formula-sheets.ts';
import { clock, releaseLock, takeToWrite, type Writer } from './locks.ts';
import { httpWithin } from './network.ts';
import { writeFormula } from './selection.ts';
import { attempt, hasGranted, portWithOurErrors, withOurErrors } from './service-calls.ts';
import { laidSheets } from './sheet-layouts.ts';
import { BUILD, executionBudgetFor, quotasFor, sharedOfDocument, userStore } from './stores.ts';
import { renewTick } from './tick.ts';
import { install, installedInterval, uninstall } from './trigger.ts';
import { bigQuery } from './warehouse.ts';

/** Milliseconds to wait for another execution that is writing. */
const LOCK_WAIT = 30_000;

/** Number of calls reserved before the first page shows how many are needed. */
const AHEAD = 10;

/** Milliseconds after which calls time out and aren't retried. Google ends executions after six minutes. */
const LONGEST = 5.5 * MINUTE;

export function googlePorts(): Ports {
  const user = userStore();
  const endsBy = clock.now() + EXECUTION;
  let made: ExecutionBudget | undefined;
  // Opened on demand: most actions make no calls.
  const budget = () => {
    made ??= executionBudgetFor(user, { use: 'person', endsBy, asleep: BY_PERSON.asleep });
    return made;
  };
  return {
    ...commonPorts(budget),
    gate: (of, until) =>
      reservingAhead(
        budget().gate(of, until, () => budget().close()),
        AHEAD,
      ),
    settle: () => undefined,
    fetchesLeft: () => quotasFor(user).left('person', clock.now()).fetches,
  };
}

type CommonPorts = Omit<Ports, 'gate' | 'settle' | 'fetchesLeft'>;

export function commonPorts(budget: () => ExecutionBudget): CommonPorts {
  const document = sharedOfDocument;
  const started = clock.now();
  const until = started + LONGEST;
  const book = portWithOurErrors(activeBook);
  const writer: Writer = {
    taken: () => {
      // Other executions may have written in the meantime.
      book.sheets.forget();
      document.forget();
      book.sheets.keepCells(true);
    },
    released: () => {
      book.sheets.keepCells(false);
      book.sheets.showAgain();
    },
  };
  const held = <T>(work: () => T, wait?: number): T => exclusively(writer, work, wait);
  const spent = (calls: number) => {
    quotasFor(userStore()).take('person', { fetches: calls, running: 0 }, clock.now());
  };
  const ports: CommonPorts = {
    warehouse: hasBigQuery()
      ? portWithOurErrors(() =>
          bigQuery({ book, document, user: userStore(), clock, random: Math.random, exclusively: held }, spent),
        )
      : noWarehouse,
    http: httpWithin(() => until - clock.now(), releaseLock),
    clock,
    random: Math.random,
    until,
    planInput: (of) => {
      const now = clock.now();
      return {
        now,
        usages: (operation) => budget().ledger(of).usages(operation, now),
        ...(of.isDemo ? {} : { budget: quotasFor(userStore()).budget('person') }),
      };
    },
    availability: (of, now) => budget().ledger(of).availability(of.operation, now),
    book,
    user: forgettingConnections(userStore()),
    document,
    exclusively: held,
    platform: portWithOurErrors(() => platform),
    mail,
    laid: portWithOurErrors(() => laidSheets(book.sheets, book.separator), ['idOf', 'read', 'write', 'formulaOf']),
    failed: remembering(document),
    demoShop: () => withOurErrors(demoShop),
    cache: optionalCache(),
    share: (connection, operation, storefront, whole) => {
      if (isOperationId(operation)) shareWithFormulas(connection, operation, storefront, whole, clock.now());
    },
    catalogChanged: () => optionalCache().putAll({ [CATALOG_CHANGED]: unique() }, LONGEST_KEPT),
    tick: (at) => {
      // The run may have begun in an earlier execution.
      renewSheetIndex(document, book.sheets, at < started);
      return renewTick(() => book.sheets, at);
    },
    trigger: portWithOurErrors(() => ({ install, uninstall, interval: installedInterval })),
    unique,
    writeFormula: (formula, format) => withOurErrors(() => writeFormula(formula, format)),
    log: (message) => console.error(message),
    afterRun: () => updateInsights(ports),
  };
  return ports;
}

/** Stores failed calls for support: only one per kind and execution, to limit writes. */
function remembering(document: Store): (call: FailedCall) => void {
  const known = new Set<string>();
  return (call) => {
    const kind = `${call.question.operation.id} ${call.error.code}`;
    // Don't store calls that reached a cap, because that is normal.
    if (known.has(kind) || call.error.code === 'MARKET_CAP') return;
    known.add(kind);
    attempt(() => rememberFailedCall(document, call, clock.now()));
  };
}

function unique() {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}

function exclusively<T>(writer: Writer, work: () => T, wait = LOCK_WAIT) {
  const held = takeToWrite(writer, wait);
  if (!held)
    throw new MarketError('MARKET_TABLE', 'Another run is writing to this spreadsheet. Try again in a minute.', {
      retryAt: clock.now() + LOCK_WAIT,
    });
  try {
    return work();
  } finally {
    // Flush pending writes before another execution reads.
    try {
      withOurErrors(() => SpreadsheetApp.flush());
    } finally {
      held.release();
    }
  }
}

declare const VERSION: string;

const platform: Platform = {
  version: VERSION,
  build: () => userStore().get(BUILD) ?? 'unknown',
  locale: () => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetLocale(),
  workbook: () => {
    const active = SpreadsheetApp.getActiveSpreadsheet();
    return { name: active.getName(), url: active.getUrl() };
  },
  sheets: () =>
    SpreadsheetApp.getActiveSpreadsheet()
      .getSheets()
      .map((sheet) => ({ name: sheet.getName(), rows: sheet.getLastRow(), columns: sheet.getLastColumn() })),
};

/** The advanced service. Undefined unless the manifest enables it. */
declare const BigQuery: object | undefined;

export function hasBigQuery(): boolean {
  return typeof BigQuery !== 'undefined';
}

const mail: Mail = {
  isAllowed: () => hasGranted('script.send_mail', 'userinfo.email'),
  left: () => MailApp.getRemainingDailyQuota(),
  address: () => Session.getEffectiveUser().getEmail(),
  send: ({ to, subject, body, htmlBody }) => MailApp.sendEmail(to, subject, body, { htmlBody }),
};
