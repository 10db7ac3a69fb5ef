/** What the installation check asks in an execution that the clock begins, where no person is. */
import { InWords, type Probe } from '../probe.ts';

export interface ByClock {
  /** When it was to begin, in epoch milliseconds. */
  readonly due: number;
}

const ALONE = 'Jobs do not run by themselves here: use Refresh now, and send the report in.';

export const clockProbes: readonly Probe<ByClock>[] = [
  {
    id: 'clock-document',
    what: 'What the clock begins has the spreadsheet in which it was set up, and may read its metadata',
    expected: [true, true],
    otherwise: ALONE,
    ask: () => {
      const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
      return [spreadsheet !== null, Array.isArray(spreadsheet?.getSheets()[0]?.getDeveloperMetadata())];
    },
  },
  {
    id: 'clock-permissions',
    what: 'What the clock begins has all permissions',
    expected: 'NOT_REQUIRED',
    otherwise: ALONE,
    ask: () => String(ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL).getAuthorizationStatus()),
  },
  {
    id: 'clock-late',
    what: 'The clock is at most a minute late',
    expected: true,
    otherwise: 'Jobs run later than they say.',
    ask: ({ due }) => {
      const late = Date.now() - due;
      return new InWords(late < 60_000, `${Math.round(late / 1000)} s`);
    },
  },
];
