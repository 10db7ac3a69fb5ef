/** Probes that run in a formula, which has fewer permissions. The check writes the formula and reads its result. */
import { COLUMNS, type Row, rowOf } from './check-report.ts';
import type { Scratch } from './check-sheets.ts';
import { attempt, NotAsked, notAsked, type Outcome, outcomeOf, type Probe, resultOf } from './probe.ts';
import { WORD } from './probes/stores.ts';

/** Timeout and polling interval for the formula, in milliseconds. */
const LONGEST = 20_000;
const BETWEEN = 500;

/** Noon in the script's time zone. */
const NOON = () => new Date(2025, 2, 4, 12);

/** Evaluates the formula. Returns a date if there is no argument. The range's first cell contains the stored word. */
export function checkInFormula(range?: readonly (readonly unknown[])[]): Row[] | Date {
  if (range === undefined) return NOON();
  const [[word, ...values]] = range as [[unknown, ...unknown[]]];
  const setting = { word: String(word), values };
  return [[...COLUMNS], ...formulaProbes.map((probe) => rowOf(outcomeOf(probe, setting)))];
}

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

const NOON_UTC = new Date('2025-03-04T12:00:00Z');

const ARGUMENTS: readonly (readonly [format: string, value: unknown])[] = [
  ['@', '0012'],
  ['yyyy-mm-dd', NOON_UTC],
  ['0.00', 12.5],
  ['General', true],
  ['General', ''],
];

function answerIn({ block }: Scratch): Watched & { readonly rows: readonly Row[] } {
  const word = `check-${Date.now()}`;
  attempt(() => PropertiesService.getUserProperties().setProperty(WORD, word));
  attempt(() => PropertiesService.getDocumentProperties().setProperty(WORD, word));
  attempt(() => CacheService.getDocumentCache()?.put(WORD, word, 120));
  const argument = block(1, 1 + ARGUMENTS.length);
  argument.setNumberFormats([['@', ...ARGUMENTS.map(([format]) => format)]]);
  argument.setValues([[word, ...ARGUMENTS.map(([, value]) => value)]]);
  const result = block(formulaProbes.length + 1, COLUMNS.length);
  const volatile = block(formulaProbes.length + 1, COLUMNS.length).getCell(1, 1);
  const date = block(1, 1).setNumberFormat('yyyy-mm-dd hh:mm').setFormula('=CHECK_IN_FORMULA()');
  const cell = result.getCell(1, 1).setFormula(`=CHECK_IN_FORMULA(${argument.getA1Notation()})`);
  volatile.setFormula('=CHECK_IN_FORMULA(TODAY())');
  for (const until = Date.now() + LONGEST; Date.now() < until; Utilities.sleep(BETWEEN)) {
    SpreadsheetApp.flush();
    const rows = result.getValues() as Row[];
    if (rows[0]![0] === COLUMNS[0] && date.getValue() instanceof Date)
      return { rows, volatile: volatile.getDisplayValue(), date: clockText(date.getValue() as Date) };
  }
  throw new NotAsked(`The formula still showed ${JSON.stringify(cell.getDisplayValue())} after 20 seconds.`);
}

function outcomeIn(rows: readonly Row[], probe: Outcome['probe']): Outcome {
  const row = rows.find((cells) => cells[COLUMNS.indexOf('Check')] === probe.id);
  if (!row) return notAsked(probe, 'The formula returned no result.');
  const cell = (column: (typeof COLUMNS)[number]) => String(row[COLUMNS.indexOf(column)]);
  const words = cell("Google's words") === '' ? '' : (JSON.parse(cell("Google's words")) as string);
  if (cell('Result') === 'not checked') return notAsked(probe, words);
  const seen = JSON.parse(cell('Seen'));
  return { probe, result: resultOf(probe.expected, seen), seen, words, milliseconds: Number(cell('Milliseconds')) };
}

function clockText(at: Date): string {
  const zone = SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();
  return Utilities.formatDate(at, zone, 'yyyy-MM-dd HH:mm');
}

interface InFormula {
  readonly word: string;
  readonly values: readonly unknown[];
}

const SLOW = 'Each formula fetches only its own value, so a column of formulas uses more calls.';

const formulaProbes: readonly Probe<InFormula>[] = [
  {
    id: 'formula-cell',
    what: 'A formula can find its own cell',
    expected: true,
    otherwise: SLOW,
    ask: () => /CHECK_IN_FORMULA/i.test(SpreadsheetApp.getActiveSpreadsheet().getActiveRange()?.getFormula() ?? ''),
  },
  {
    id: 'formula-sheets',
    what: 'A formula can read formulas and values on other sheets',
    expected: true,
    otherwise: SLOW,
    ask: () => {
      const [sheet] = SpreadsheetApp.getActiveSpreadsheet().getSheets();
      const cells = sheet!.getRange(1, 1, 1, 2);
      return cells.getFormulas()[0]!.length === 2 && cells.getValues()[0]!.length === 2;
    },
  },
  {
    id: 'formula-zone',
    what: "A formula can read the spreadsheet's time zone",
    expected: true,
    otherwise: 'Times in formulas are in the wrong time zone.',
    ask: () => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone() !== '',
  },
  {
    id: 'formula-cache',
    what: "A formula can use the spreadsheet's cache",
    expected: true,
    otherwise: 'Each formula makes its own call. Pass a range, or pull the table instead.',
    ask: ({ word }) => word === CacheService.getDocumentCache()?.get(WORD),
  },
  {
    id: 'formula-document-properties',
    what: "A formula can read the spreadsheet's properties",
    expected: true,
    otherwise: 'Formulas call the marketplace instead of using your tables, and MARKET_FRESHNESS does not work.',
    ask: ({ word }) => word === PropertiesService.getDocumentProperties().getProperty(WORD),
  },
  {
    id: 'formula-user-properties',
    what: "A formula uses the user properties of the spreadsheet's owner, who runs this check",
    expected: true,
    otherwise:
      "If you own the spreadsheet, its formulas cannot find your connection: pull tables instead. Otherwise, they use the owner's connection.",
    ask: ({ word }) => word === PropertiesService.getUserProperties().getProperty(WORD),
  },
  {
    id: 'formula-lock',
    what: "A formula can use the spreadsheet's lock",
    expected: true,
    otherwise: 'A column of formulas could use more calls.',
    ask: () => {
      const lock = LockService.getDocumentLock()!;
      const isHeld = lock.tryLock(3000);
      lock.releaseLock();
      return isHeld;
    },
  },
  {
    id: 'formula-arguments',
    what: 'Text, dates, numbers, booleans, and blanks keep their types when passed to a formula',
    expected: ['string', 'date', 'number', 'boolean', 'string'],
    otherwise: 'Formulas could misread an identifier or a date.',
    ask: ({ values }) =>
      values.map((each) => (Object.prototype.toString.call(each) === '[object Date]' ? 'date' : typeof each)),
  },
  {
    id: 'formula-date-in',
    what: "A date passed to a formula keeps the wall time of its cell, even if the script's time zone is different",
    expected: true,
    otherwise: "Formulas could request the wrong hour or day. Set the script's time zone to the spreadsheet's.",
    ask: ({ values: [, date] }) => {
      const { year, month, day, hour } = /(?<year>\d+)-(?<month>\d+)-(?<day>\d+) (?<hour>\d+)/.exec(
        clockText(NOON_UTC),
      )!.groups!;
      const at = date as Date;
      const shown = [at.getFullYear(), at.getMonth() + 1, at.getDate(), at.getHours()];
      return JSON.stringify(shown) === JSON.stringify([year, month, day, hour].map(Number));
    },
  },
];

interface Watched {
  /** The displayed value of a formula with a volatile argument. */
  readonly volatile: string;
  /** Wall time in the spreadsheet. The formula returned noon in the script's time zone. */
  readonly date: string;
}

const watchedProbes: readonly Probe<Watched>[] = [
  {
    id: 'formula-volatile',
    what: 'A formula with TODAY() as an argument shows an error',
    expected: '#ERROR!',
    otherwise: 'A formula with TODAY() may show "Loading..." forever. Put the date in a cell instead.',
    ask: ({ volatile }) => volatile,
  },
  {
    id: 'formula-date-out',
    what: "A date that a formula returns keeps its local time in the cell, even if the script's time zone is different",
    expected: '2025-03-04 12:00',
    otherwise: "Times from formulas could be off by hours. Set the script's time zone to the spreadsheet's.",
    ask: ({ date }) => date,
  },
];
