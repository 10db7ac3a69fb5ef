/** The only functions that the sidebar can reach, by name. */
import { listConnections, removeConnection, saveConnection, testConnection } from '../account/connections.ts';
import { setConsent } from '../account/consent.ts';
import { isOf } from '../account/users.ts';
import { argumentError, MarketError } from '../protocol/market-error.ts';
import { activity } from './activity-view.ts';
import { renewRevision, revision } from './after-run.ts';
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
import { addJob, keepPull, pauseAll, pauseJob, refreshNow, removeJob, takeOver } from './job-actions.ts';
import { connectionLosses } from './losses.ts';
import type { Ports } from './ports.ts';
import { cancelPull, continuePull, planPull, progress, startPull } from './pulls.ts';
import { addReport, listReports } from './report-actions.ts';
import { describeMe, setUpJobs, turnOff, turnOn } from './schedule-actions.ts';
import { schedule } from './schedule-view.ts';
import { selectedCells, showChanges, showFindings, showRows } from './sheet-actions.ts';
import { formFacts, state, today } from './state-view.ts';
import { installation, supportReport } from './support-report.ts';
import { runState, undoRun } from './undo-run.ts';

/** What they are given comes from a browser: whatever its type says, they check it. */
type ServerFunctions = Readonly<Record<string, (ports: Ports, ...args: never[]) => unknown>>;

/** They change nothing that another window shows. */
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
  testConnection,
  today,
  warehouse,
} satisfies ServerFunctions;

const changing = {
  addReport,
  addJob,
  cancelPull,
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
  setUpJobs,
  startDemo,
  startPull,
  takeOver,
  turnOff,
  turnOn,
  undoRun,
} satisfies ServerFunctions;

const serverFunctions = { ...reading, ...changing };

/** The functions as the page sees them: what each takes and returns. */
export type Server = { readonly [Name in keyof typeof serverFunctions]: WithoutPorts<(typeof serverFunctions)[Name]> };

type WithoutPorts<F> = F extends (ports: never, ...args: infer Args) => infer Result
  ? (...args: Args) => Result
  : never;

/** What comes back to the page: errors are values here, because the browser sees no thrown error's fields. */
export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

/** The code of the reply to a page that somebody else has opened. */
const OTHER_USER = 'SIDEBAR_OTHER_USER';

/**
 * `person` is the id of who opened the page, where that is known: in a browser with several Google accounts, Google may
 * run its calls as another one, whose keys, jobs and consent are none of that person's.
 */
export function answer(ports: Ports, name: unknown, args: readonly unknown[], person?: string): Reply {
  try {
    if (person && !isOf(ports.user, person))
      return {
        ok: false,
        error: {
          code: OTHER_USER,
          message: 'One Google account opened this sidebar, and Google runs it as another. Nothing was saved.',
        },
      };
    if (!Object.prototype.hasOwnProperty.call(serverFunctions, String(name)))
      throw argumentError(`The sidebar asked for "${String(name)}", which does not exist; reload it.`);
    const serve = serverFunctions[name as keyof Server] as (ports: Ports, ...args: readonly unknown[]) => unknown;
    try {
      return { ok: true, value: serve(ports, ...args) };
    } finally {
      if (String(name) in changing) renewRevision(ports);
    }
  } catch (error) {
    if (error instanceof MarketError) return { ok: false, error: { code: error.code, message: error.message } };
    const message = error instanceof Error ? error.message : String(error);
    ports.log(`${String(name)}: ${message}`);
    return {
      ok: false,
      error: {
        code: 'MARKET_UNEXPECTED',
        message: `Something went wrong (${message}). Close the sidebar, open it again and try once more.`,
      },
    };
  }
}
