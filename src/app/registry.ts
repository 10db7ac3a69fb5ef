/** Allow-list of functions the sidebar can call by name. */
import { listConnections, testConnection } from '../account/connections.ts';
import { setConsent } from '../account/consent.ts';
import { argumentError, MarketError, messageOf } from '../protocol/market-error.ts';
import { storedList } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import { activity } from './activity-view.ts';
import { renewRevision, revision } from './after-run.ts';
import { removeConnection, saveConnection } from './connection-actions.ts';
import { listTables, showTable, tableText } from './copies.ts';
import { fillDemo, removeDemo, startDemo } from './demo.ts';
import {
  exportFile,
  exportRows,
  listFiles,
  planExport,
  saveWarehouse,
  sendEverything,
  warehouse,
} from './export-actions.ts';
import { insertExample } from './help-actions.ts';
import { cancelImport, continueImport, planImport, startImport } from './import.ts';
import { addJob, keepPull, pauseAll, pauseJob, refreshNow, removeJob, takeOver } from './job-actions.ts';
import { connectionLosses } from './losses.ts';
import type { Ports } from './ports.ts';
import { cancelPull, continuePull, planPull, progress, startPull } from './pulls.ts';
import { addReport, listReports } from './report-actions.ts';
import { describeMe, setEmail, setUpJobs, turnOff, turnOn } from './schedule-actions.ts';
import { schedule } from './schedule-view.ts';
import { selectedCells, showChanges, showFindings, showRows } from './sheet-actions.ts';
import { formFacts, state } from './state-view.ts';
import { installation, supportReport } from './support-report.ts';
import { today } from './today-view.ts';
import { runState, undoRun } from './undo-run.ts';

/** Arguments come from a browser, so functions must validate them despite their types. */
type ServerFunctions = Readonly<Record<string, (ports: Ports, ...args: never[]) => unknown>>;

/** Functions that don't change what other windows show. */
const reading = {
  activity,
  connectionLosses,
  exportFile,
  formFacts,
  installation,
  listConnections,
  listReports,
  listFiles,
  listTables,
  planExport,
  planImport,
  planPull,
  progress,
  revision,
  runState,
  schedule,
  selectedCells,
  showChanges,
  showFindings,
  showRows,
  showTable,
  state,
  supportReport,
  tableText,
  today,
  warehouse,
} satisfies ServerFunctions;

const changing = {
  addReport,
  addJob,
  cancelImport,
  cancelPull,
  continueImport,
  continuePull,
  describeMe,
  exportRows,
  fillDemo,
  insertExample,
  keepPull,
  pauseAll,
  pauseJob,
  refreshNow,
  removeConnection,
  removeDemo,
  removeJob,
  saveConnection,
  saveWarehouse,
  sendEverything,
  setConsent,
  setEmail,
  setUpJobs,
  startDemo,
  startImport,
  startPull,
  takeOver,
  testConnection,
  turnOff,
  turnOn,
  undoRun,
} satisfies ServerFunctions;

const serverFunctions = { ...reading, ...changing };

export type Server = { readonly [Name in keyof typeof serverFunctions]: WithoutPorts<(typeof serverFunctions)[Name]> };

type WithoutPorts<F> = F extends (ports: never, ...args: infer Args) => infer Result
  ? (...args: Args) => Result
  : never;

/** Errors are returned, not thrown, because a thrown error's fields don't reach the browser. */
export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

interface Page {
  readonly token: string;
  /** When the page opened. */
  readonly at: number;
}

const PAGES = storedList<Page>('pages', 1, 20);

const LONGEST_OPEN = 7 * DAY;

/** Saves the token that a newly opened page sends with each call. */
export function openPage({ user, clock }: Pick<Ports, 'user' | 'clock'>, token: string): void {
  const at = clock.now();
  PAGES.add(user, [{ token, at }], (page) => page.at + LONGEST_OPEN < at);
}

/**
 * `token` proves that the call comes from a page this user opened. Cells can call this function, and Google may run a
 * page's calls as another account of the browser. Only `revision` needs no token.
 */
export function answerPage(ports: Ports, name: unknown, args: readonly unknown[], token: unknown): Reply {
  const isOpen = (page: Page) => page.token === token && page.at + LONGEST_OPEN >= ports.clock.now();
  return answer(ports, name, args, () => name === 'revision' || PAGES.read(ports.user).some(isOpen));
}

const NOT_OPEN: Reply = {
  ok: false,
  error: {
    code: 'SIDEBAR_NOT_OPEN',
    message: 'This sidebar was opened by another Google account or more than a week ago. Nothing was saved.',
  },
};

export function answer(ports: Ports, name: unknown, args: readonly unknown[], mayCall = () => true): Reply {
  try {
    if (!mayCall()) return NOT_OPEN;
    if (!Object.prototype.hasOwnProperty.call(serverFunctions, String(name)))
      throw argumentError(`The sidebar requested "${String(name)}", which does not exist. Reload the sidebar.`);
    const serve = serverFunctions[name as keyof Server] as (ports: Ports, ...args: readonly unknown[]) => unknown;
    try {
      return { ok: true, value: serve(ports, ...args) };
    } finally {
      if (String(name) in changing) renewRevision(ports);
    }
  } catch (error) {
    if (error instanceof MarketError) return { ok: false, error: { code: error.code, message: error.message } };
    const message = messageOf(error);
    ports.log(`${String(name)}: ${message}`);
    return {
      ok: false,
      error: {
        code: 'MARKET_UNEXPECTED',
        message: `Something went wrong (${message}). Close and reopen the sidebar, then try again.`,
      },
    };
  }
}
