/** What the installation check asks inside of a formula, where Google allows less. */
import type { Probe } from '../probe.ts';
import { WORD } from './stores.ts';

export interface InFormula {
  /** The word that the check left in the stores. */
  readonly word: string;
  readonly values: readonly unknown[];
}

const SLOW = 'Formulas read ahead less: each asks for its own value, and a column of them costs more calls.';

export const formulaProbes: readonly Probe<InFormula>[] = [
  {
    id: 'formula-cell',
    what: 'A formula knows its cell',
    expected: true,
    otherwise: SLOW,
    ask: () => /CHECK_IN_FORMULA/i.test(SpreadsheetApp.getActiveSpreadsheet().getActiveRange()?.getFormula() ?? ''),
  },
  {
    id: 'formula-sheets',
    what: 'A formula may read the formulas and values of other sheets',
    expected: true,
    otherwise: SLOW,
    ask: () => {
      const [sheet] = SpreadsheetApp.getActiveSpreadsheet().getSheets();
      const cells = sheet!.getRange(1, 1, 1, 2);
      return cells.getFormulas()[0]!.length === 2 && cells.getValues()[0]!.length === 2;
    },
  },
  {
    id: 'formula-metadata',
    what: 'A formula may read metadata',
    expected: true,
    otherwise: 'Formulas do not take values from your tables and ask the marketplace for them instead.',
    ask: () => Array.isArray(SpreadsheetApp.getActiveSpreadsheet().getSheets()[0]!.getDeveloperMetadata()),
  },
  {
    id: 'formula-zone',
    what: 'A formula may read the time zone of the spreadsheet',
    expected: true,
    otherwise: 'Times in formulas are those of another zone.',
    ask: () => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone() !== '',
  },
  {
    id: 'formula-cache',
    what: 'A formula has the cache of the spreadsheet',
    expected: true,
    otherwise: 'Formulas share no answers: each asks for its own value. Use ranges, or pull tables.',
    ask: ({ word }) => word === CacheService.getDocumentCache()?.get(WORD),
  },
  {
    id: 'formula-user-cache',
    what: 'A formula has the cache of the owner of the spreadsheet, who runs this check',
    expected: true,
    otherwise: 'Nothing goes wrong; formulas use the cache of the spreadsheet.',
    ask: ({ word }) => word === CacheService.getUserCache()?.get(WORD),
  },
  {
    id: 'formula-document-properties',
    what: 'A formula may read the properties of the spreadsheet',
    expected: true,
    otherwise: 'MARKET_FRESHNESS cannot answer; the sheet Status can.',
    ask: ({ word }) => word === PropertiesService.getDocumentProperties().getProperty(WORD),
  },
  {
    id: 'formula-user-properties',
    what: 'A formula has the properties of the owner of the spreadsheet, who runs this check',
    expected: true,
    otherwise:
      'Formulas run on the connection of somebody else: of the owner, where that is not you. Where it is you, formulas find no connection: pull tables instead.',
    ask: ({ word }) => word === PropertiesService.getUserProperties().getProperty(WORD),
  },
  {
    id: 'formula-lock',
    what: 'A formula may take the lock of the spreadsheet',
    expected: true,
    otherwise: 'Formulas of a column share fewer calls.',
    ask: () => {
      const lock = LockService.getDocumentLock()!;
      const isHeld = lock.tryLock(3000);
      lock.releaseLock();
      return isHeld;
    },
  },
  {
    id: 'formula-arguments',
    what: 'A formula is given texts, dates, numbers, yes and no and blanks as what they are',
    expected: ['string', 'date', 'number', 'boolean', 'string'],
    otherwise: 'Formulas could take an identifier or a day for another one.',
    ask: ({ values }) => values.map((each) => (isDate(each) ? 'date' : typeof each)),
  },
];

/** What is seen of formulas from outside, while the check waits for one. */
export interface Watched {
  /** What a cell shows whose argument changes all the time. */
  readonly volatile: string;
}

export const watchedProbes: readonly Probe<Watched>[] = [
  {
    id: 'formula-volatile',
    what: 'A formula that is given TODAY() shows an error',
    expected: '#ERROR!',
    otherwise: 'A formula with TODAY() in it may show Loading... for ever: put the date into a cell.',
    ask: ({ volatile }) => volatile,
  },
];

function isDate(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Date]';
}
