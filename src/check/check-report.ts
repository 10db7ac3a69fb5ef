import { expectedText, type Outcome } from './probe.ts';

/** The environment in which the check ran. Contains no personal data. */
export interface Place {
  readonly version: string;
  readonly build: string;
  /** The spreadsheet's locale and time zone. */
  readonly locale: string;
  readonly zone: string;
  /** The user's language. */
  readonly language: string;
  /** ISO timestamp. */
  readonly at: string;
}

export function placeText({ version, build, locale, zone, language, at }: Place): string {
  const minute = at.slice(0, 16).replace('T', ' ');
  return `${version}, ${minute} UTC (build ${build}, locale ${locale}, zone ${zone}, language ${language})`;
}

export const COLUMNS = [
  'Result',
  'The add-on relies on this',
  'Consequence',
  'Expected',
  'Seen',
  "Google's words",
  'Milliseconds',
  'Check',
] as const;

export type Row = (string | number)[];

export function rowOf({ probe, result, seen, words, milliseconds }: Outcome): Row {
  return [
    result,
    probe.what,
    result === 'failed' ? probe.otherwise : '',
    expectedText(probe.expected),
    seen === undefined ? '' : JSON.stringify(seen),
    words === '' ? '' : JSON.stringify(words),
    milliseconds,
    probe.id,
  ];
}

export function summary(outcomes: readonly Outcome[]): string {
  const count = (result: Outcome['result']) => outcomes.filter((each) => each.result === result).length;
  const [failed, skipped] = [count('failed'), count('not checked')];
  return [
    `${count('passed')} of ${outcomes.length} checks passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} not checked`] : []),
  ].join(', ');
}

/** Returns JSON lines: the environment, then one line per probe. */
export function reportText(place: Place, outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(({ probe, result, seen, words, milliseconds }) => ({
    check: probe.id,
    result,
    expected: expectedText(probe.expected),
    ...(seen === undefined ? {} : { seen }),
    ...(words === '' ? {} : { words }),
    milliseconds,
  }));
  return [{ report: 1, ...place }, ...lines].map((line) => JSON.stringify(line)).join('\n');
}

const [WIDTH, HEIGHT] = [560, 420];

export function offerReport(message: string, text: string): void {
  const page = HtmlService.createHtmlOutput(
    '<style>body{font:13px Arial,sans-serif}textarea{box-sizing:border-box;width:100%;height:300px;font:11px monospace}</style><p>',
  )
    .appendUntrusted(`${message} To send us the report, copy this text:`)
    .append('</p><textarea id="text" readonly aria-label="Report to copy">')
    .appendUntrusted(text)
    .append(
      '</textarea><p><button type="button" onclick="document.getElementById(\'text\').select();document.execCommand(\'copy\')">Copy</button></p>',
    );
  SpreadsheetApp.getUi().showModalDialog(page.setWidth(WIDTH).setHeight(HEIGHT), 'Installation check');
}
