/** The installation check: asks Google everything that the add-on counts on, and leaves nothing behind but its sheet. */
import { allConnections } from '../../account/connections.ts';
import { accountOf } from '../../account/users.ts';
import { isDemoAddress } from '../../protocol/demo-address.ts';
import { MINUTE } from '../../protocol/time.ts';
import { attempt } from '../attempt.ts';
import { BUILD } from '../execution-budgets.ts';
import { userStore } from '../stores.ts';
import { version } from '../version.ts';
import { type Place, placeText, reportText, rowOf, summary } from './check-report.ts';
import { checkSheet } from './check-sheet.ts';
import { removeCheckTriggers } from './check-triggers.ts';
import { askByClock, saidByClock } from './clock-part.ts';
import { askFormula } from './formula-part.ts';
import { notAsked, type Outcome, outcomeOf } from './outcome.ts';
import type { Probe } from './probe.ts';
import { cellProbes } from './probes/cells.ts';
import { metadataProbes } from './probes/metadata.ts';
import { type Address, networkProbes } from './probes/network.ts';
import { MINUTES, scriptProbes } from './probes/script.ts';
import { sheetProbes } from './probes/sheets.ts';
import { speedProbes } from './probes/speed.ts';
import { clearStores, storeProbes } from './probes/stores.ts';
import { type Scratch, withScratch } from './scratch.ts';

/** Google ends an execution after six minutes; what is not asked by then is said to be. In milliseconds. */
const LONGEST = 4 * MINUTE;

/** Each with what it needs. Speed comes before what wears the sheet out. */
const GROUPS: readonly (readonly Probe<Scratch & Address>[])[] = [
  scriptProbes,
  storeProbes,
  cellProbes,
  metadataProbes,
  speedProbes,
  sheetProbes,
  networkProbes,
];

export interface Report {
  readonly message: string;
  /** To send in. */
  readonly text: string;
}

export function checkInstallation(): Report {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const begun = Date.now();
  const sheet = checkSheet(spreadsheet);
  const outcomes: Outcome[] = [];
  const add = (more: readonly Outcome[]) => {
    outcomes.push(...more);
    sheet.add(more.map(rowOf));
  };
  const byClock = saidByClock();
  clear();
  try {
    withScratch(spreadsheet, (scratch) => {
      const setting = { ...scratch, baseUrl: attempt(addressOfShop) };
      const ask = (probe: Probe<Scratch & Address>) =>
        Date.now() - begun > LONGEST ? notAsked(probe, 'There was no time left.') : outcomeOf(probe, setting, Date.now);
      for (const group of GROUPS) add(group.map(ask));
      add(askFormula(scratch));
      add(byClock);
    });
  } finally {
    clear();
    askByClock();
  }
  const message = `${summary(outcomes)}.`;
  const place = placeOf(spreadsheet, begun, outcomes);
  sheet.sumUp(placeText(place), `${message} It took ${Math.round((Date.now() - begun) / 1000)} seconds.`);
  return { message, text: reportText(place, outcomes) };
}

/** The demo shop is nowhere on the network. */
function addressOfShop(): string | undefined {
  return allConnections(userStore()).find(({ baseUrl }) => !isDemoAddress(baseUrl))?.baseUrl;
}

/** What this check left, or one that Google ended. */
function clear(): void {
  clearStores();
  attempt(removeCheckTriggers);
}

/** What each may do tells them apart. */
const BUILDS: Readonly<Record<string, string>> = { accepted: 'bound', 'refused: Exception': 'addon' };

function placeOf(
  spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet,
  begun: number,
  outcomes: readonly Outcome[],
): Place {
  const user = userStore();
  const told = (ask: () => string) => attempt(ask, 'unknown');
  const minutes = outcomes.find(({ probe }) => probe.id === MINUTES)?.seen;
  return {
    version,
    build: BUILDS[String(minutes)] ?? told(() => user.get(BUILD) ?? 'unknown'),
    account: told(() => accountOf(user)),
    locale: told(() => spreadsheet.getSpreadsheetLocale()),
    zone: told(() => spreadsheet.getSpreadsheetTimeZone()),
    language: told(() => Session.getActiveUserLocale()),
    at: new Date(begun).toISOString(),
  };
}
