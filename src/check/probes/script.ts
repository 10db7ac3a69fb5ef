import type { Scratch } from '../check-sheets.ts';
import { HANDLER, removeCheckTriggers } from '../clock-part.ts';
import { NotAsked, type Probe, refusalOf } from '../probe.ts';

const HOURS = 'Times in the tables could be off by an hour around clock changes.';

/** Distinguishes an add-on from a bound script. */
export const MINUTES = 'script-trigger-minutes';

export const scriptProbes: readonly Probe<Scratch>[] = [
  {
    id: 'script-zone',
    what: 'Pacific time works, including the repeated hour',
    expected: ['11/02/2025, 01:30:00', '11/02/2025, 01:30:00', '03/09/2025, 03:30:00'],
    otherwise: HOURS,
    ask: () => {
      const format = new Intl.DateTimeFormat('en-US', {
        timeZone: 'America/Los_Angeles',
        hour12: false,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      });
      const instants = ['2025-11-02T08:30:00Z', '2025-11-02T09:30:00Z', '2025-03-09T10:30:00Z'];
      return instants.map((text) => format.format(new Date(text)));
    },
  },
  {
    id: 'script-zone-here',
    what: "The script supports the spreadsheet's time zone",
    expected: true,
    otherwise: "Cannot calculate times in this spreadsheet's time zone. Choose another one in its settings.",
    ask: ({ sheet }) => {
      const timeZone = sheet.getParent().getSpreadsheetTimeZone();
      const at = new Date('2025-07-01T12:00:00Z');
      const hour = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hour12: false }).format(at);
      return Number(hour) === Number(Utilities.formatDate(at, timeZone, 'HH'));
    },
  },
  {
    id: 'script-unpacks',
    what: 'Data compressed elsewhere is decompressed correctly',
    expected: 'Grüße €',
    otherwise: 'The demo shop does not work, but your own shop does.',
    ask: () => {
      const packed = Utilities.base64Decode('H4sIAAAAAAACA3MvOrzn8PxUhUdNawAHc836CwAAAA==');
      return Utilities.ungzip(Utilities.newBlob(packed, 'application/x-gzip')).getDataAsString('UTF-8');
    },
  },
  {
    id: 'script-page',
    what: 'Text added to a page is escaped and never becomes HTML',
    expected: 'a&lt;&amp;&gt;&#34;&#39;',
    otherwise: 'Do not open reports that others send you, and send us this one.',
    ask: () => HtmlService.createHtmlOutput('a').appendUntrusted('<&>"\'').getContent(),
  },
  {
    id: 'script-permissions',
    what: 'All permissions were granted',
    expected: 'NOT_REQUIRED',
    otherwise: 'Open the sidebar and allow the permissions Google asks for. Until then, some features do not work.',
    ask: () => String(ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL).getAuthorizationStatus()),
  },
  {
    id: MINUTES,
    what: 'A bound script can run every ten minutes, an add-on every hour',
    expected: { anyOf: ['accepted', 'refused: Exception'] },
    otherwise: 'Jobs run once per hour.',
    ask: () => {
      demandNoSchedule();
      const seen = refusalOf(() => ScriptApp.newTrigger(HANDLER).timeBased().everyMinutes(10).create());
      removeCheckTriggers();
      return seen;
    },
  },
  {
    id: 'script-trigger',
    what: 'An hourly trigger can be created, listed, and deleted',
    expected: ['CLOCK', true, false],
    otherwise: 'Jobs cannot run automatically. Use Refresh now, and send us the report.',
    ask: () => {
      const uids = () => ScriptApp.getProjectTriggers().map((each) => each.getUniqueId());
      demandNoSchedule();
      const trigger = ScriptApp.newTrigger(HANDLER).timeBased().everyHours(1).create();
      const [source, uid] = [String(trigger.getEventType()), trigger.getUniqueId()];
      const isListed = uids().includes(uid);
      ScriptApp.deleteTrigger(trigger);
      return [source, isListed, uids().includes(uid)];
    },
  },
];

/** Skips the probe if a trigger exists, because an add-on can have only one of each type. */
function demandNoSchedule(): void {
  if (ScriptApp.getProjectTriggers().length > 0) throw new NotAsked('A schedule already exists and was not changed.');
}
