/** What the installation check found, as rows for people and as a text to send in. */
import { expectedText, type Outcome } from './outcome.ts';
import { FIRST_CELL } from './probes/in-formula.ts';

/** Where it was asked, as far as nobody can be told by it. */
export interface Place {
  /** Of the add-on. */
  readonly version: string;
  readonly build: string;
  readonly account: string;
  /** Of the spreadsheet. */
  readonly locale: string;
  readonly zone: string;
  /** Of the person. */
  readonly language: string;
  /** ISO instant. */
  readonly at: string;
}

export function placeText({ version, build, account, locale, zone, language, at }: Place): string {
  const minute = at.slice(0, 16).replace('T', ' ');
  return `${version}, ${minute} UTC (build ${build}, account ${account}, locale ${locale}, zone ${zone}, language ${language})`;
}

export const COLUMNS = [
  FIRST_CELL,
  'What the add-on counts on',
  'What it means',
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
    result === 'otherwise' ? probe.otherwise : '',
    expectedText(probe.expected),
    seen === undefined ? '' : JSON.stringify(seen),
    words === '' ? '' : JSON.stringify(words),
    milliseconds,
    probe.id,
  ];
}

/** One sentence for who waits. */
export function summary(outcomes: readonly Outcome[]): string {
  const count = (result: Outcome['result']) => outcomes.filter((each) => each.result === result).length;
  const [otherwise, skipped] = [count('otherwise'), count('not asked')];
  return [
    `${count('as expected')} of ${outcomes.length} things are as the add-on expects them`,
    ...(otherwise > 0 ? [`${otherwise} ${otherwise === 1 ? 'is' : 'are'} otherwise`] : []),
    ...(skipped > 0 ? [`${skipped} could not be asked`] : []),
  ].join(', ');
}

/** The place on the first line, then one line a probe, each of them JSON. */
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
