/** The part of the installation check that a formula asks: as `MARKET_CHECK` gives it, and as the check takes it up. */
import type { Input } from '../../formulas/formula.ts';
import type { Cell } from '../../tables/cells.ts';
import { attempt } from '../attempt.ts';
import { COLUMNS, type Row, rowOf } from './check-report.ts';
import { masked, notAsked, type Outcome, outcomeOf, takenUp } from './outcome.ts';
import { NotAsked } from './probe.ts';
import { formulaProbes, type Watched, watchedProbes } from './probes/in-formula.ts';
import { WORD } from './probes/stores.ts';
import type { Scratch } from './scratch.ts';

/** By this a formula knows that the check wrote it. */
const WORDS = 'check-';

/** How long the check waits for the formula, and how long between two looks, in milliseconds. */
const LONGEST = 20_000;
const BETWEEN = 500;

/** The value of the formula, for whoever typed it. */
export function checkFormula(inputs: ArrayLike<Input>): Cell[][] {
  const [given] = Array.from(inputs);
  const first = Array.isArray(given) ? (given as readonly (readonly unknown[])[])[0]![0] : undefined;
  const word = typeof first === 'string' && first.startsWith(WORDS) ? first : undefined;
  const setting = { word, inputs: Array.from(inputs) };
  return [[...COLUMNS], ...formulaProbes.map((probe) => rowOf(outcomeOf(probe, setting, Date.now)))];
}

/** Writes the formula and waits for what it says. */
export function askFormula(scratch: Scratch): Outcome[] {
  try {
    const { rows, ...watched } = answerIn(scratch);
    return [
      ...formulaProbes.map((probe) => outcomeIn(rows, probe)),
      ...watchedProbes.map((probe) => outcomeOf(probe, watched, Date.now)),
    ];
  } catch (error) {
    const reason = error instanceof Error ? masked(error.message) : String(error);
    return [...formulaProbes, ...watchedProbes].map((probe) => notAsked(probe, reason));
  }
}

function answerIn({ block }: Scratch): Watched & { readonly rows: readonly Row[] } {
  const word = `${WORDS}${Date.now()}`;
  attempt(() => PropertiesService.getUserProperties().setProperty(WORD, word));
  attempt(() => PropertiesService.getDocumentProperties().setProperty(WORD, word));
  attempt(() => CacheService.getDocumentCache()?.put(WORD, word, 120));
  attempt(() => CacheService.getUserCache()?.put(WORD, word, 120));
  const argument = block(1, 1 + ARGUMENTS.length);
  argument.setNumberFormats([['@', ...ARGUMENTS.map(([format]) => format)]]);
  argument.setValues([[word, ...ARGUMENTS.map(([, value]) => value)]]);
  const result = block(formulaProbes.length + 1, COLUMNS.length);
  const volatile = block(formulaProbes.length + 1, COLUMNS.length).getCell(1, 1);
  const cell = result.getCell(1, 1).setFormula(`=MARKET_CHECK(${argument.getA1Notation()})`);
  volatile.setFormula('=MARKET_CHECK(TODAY())');
  const shown = (each: GoogleAppsScript.Spreadsheet.Range) => each.getDisplayValue();
  let waiting: string | undefined;
  for (const until = Date.now() + LONGEST; Date.now() < until; Utilities.sleep(BETWEEN)) {
    SpreadsheetApp.flush();
    waiting ??= shown(cell);
    const rows = result.getValues() as Row[];
    if (rows[0]![0] === COLUMNS[0]) return { rows, waiting, volatile: shown(volatile) };
  }
  throw new NotAsked(`The formula showed ${JSON.stringify(shown(cell))} for 20 seconds.`);
}

/** Of each argument its format and value. */
const ARGUMENTS: readonly (readonly [format: string, value: unknown])[] = [
  ['@', '0012'],
  ['yyyy-mm-dd', new Date('2025-03-04T12:00:00Z')],
  ['0.00', 12.5],
  ['General', true],
  ['General', ''],
];

function outcomeIn(rows: readonly Row[], probe: Outcome['probe']): Outcome {
  const row = rows.find((cells) => cells[COLUMNS.indexOf('Check')] === probe.id);
  if (!row) return notAsked(probe, 'The formula did not say.');
  const cell = (column: (typeof COLUMNS)[number]) => String(row[COLUMNS.indexOf(column)]);
  const words = cell("Google's words") === '' ? '' : (JSON.parse(cell("Google's words")) as string);
  if (cell('Result') === 'not asked') return notAsked(probe, words);
  return takenUp(probe, JSON.parse(cell('Seen')), words, Number(cell('Milliseconds')));
}
