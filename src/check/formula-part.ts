/** The part of the check that only a formula can ask: the check writes one and reads what it gives. */

import { COLUMNS, type Row, rowOf } from './check-report.ts';
import type { Scratch } from './check-sheets.ts';
import { attempt, NotAsked, notAsked, type Outcome, outcomeOf, resultOf } from './probe.ts';
import { formulaProbes, type Watched, watchedProbes } from './probes/in-formula.ts';
import { WORD } from './probes/stores.ts';

/** How long the check waits for the formula, and between two looks at it, in milliseconds. */
const LONGEST = 20_000;
const BETWEEN = 500;

/** The value of the formula. Its argument is a range, with the word that the check left in the stores first. */
export function checkInFormula(range: readonly (readonly unknown[])[]): Row[] {
  const [[word, ...values]] = range as [[unknown, ...unknown[]]];
  const setting = { word: String(word), values };
  return [[...COLUMNS], ...formulaProbes.map((probe) => rowOf(outcomeOf(probe, setting)))];
}

/** Writes the formula and waits for its value. */
export function askFormula(scratch: Scratch): Outcome[] {
  try {
    const { rows, ...watched } = answerIn(scratch);
    return [
      ...formulaProbes.map((probe) => outcomeIn(rows, probe)),
      ...watchedProbes.map((probe) => outcomeOf(probe, watched)),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [...formulaProbes, ...watchedProbes].map((probe) => notAsked(probe, reason));
  }
}

/** Of each argument its format and value. */
const ARGUMENTS: readonly (readonly [format: string, value: unknown])[] = [
  ['@', '0012'],
  ['yyyy-mm-dd', new Date('2025-03-04T12:00:00Z')],
  ['0.00', 12.5],
  ['General', true],
  ['General', ''],
];

function answerIn({ block }: Scratch): Watched & { readonly rows: readonly Row[] } {
  const word = `check-${Date.now()}`;
  attempt(() => PropertiesService.getUserProperties().setProperty(WORD, word));
  attempt(() => PropertiesService.getDocumentProperties().setProperty(WORD, word));
  attempt(() => CacheService.getDocumentCache()?.put(WORD, word, 120));
  attempt(() => CacheService.getUserCache()?.put(WORD, word, 120));
  const argument = block(1, 1 + ARGUMENTS.length);
  argument.setNumberFormats([['@', ...ARGUMENTS.map(([format]) => format)]]);
  argument.setValues([[word, ...ARGUMENTS.map(([, value]) => value)]]);
  const result = block(formulaProbes.length + 1, COLUMNS.length);
  const volatile = block(formulaProbes.length + 1, COLUMNS.length).getCell(1, 1);
  const cell = result.getCell(1, 1).setFormula(`=CHECK_IN_FORMULA(${argument.getA1Notation()})`);
  volatile.setFormula('=CHECK_IN_FORMULA(TODAY())');
  for (const until = Date.now() + LONGEST; Date.now() < until; Utilities.sleep(BETWEEN)) {
    SpreadsheetApp.flush();
    const rows = result.getValues() as Row[];
    if (rows[0]![0] === COLUMNS[0]) return { rows, volatile: volatile.getDisplayValue() };
  }
  throw new NotAsked(`The formula showed ${JSON.stringify(cell.getDisplayValue())} for 20 seconds.`);
}

function outcomeIn(rows: readonly Row[], probe: Outcome['probe']): Outcome {
  const row = rows.find((cells) => cells[COLUMNS.indexOf('Check')] === probe.id);
  if (!row) return notAsked(probe, 'The formula gave no answer.');
  const cell = (column: (typeof COLUMNS)[number]) => String(row[COLUMNS.indexOf(column)]);
  const words = cell("Google's words") === '' ? '' : (JSON.parse(cell("Google's words")) as string);
  if (cell('Result') === 'not asked') return notAsked(probe, words);
  const seen = JSON.parse(cell('Seen'));
  return { probe, result: resultOf(probe.expected, seen), seen, words, milliseconds: Number(cell('Milliseconds')) };
}
