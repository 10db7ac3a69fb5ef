/** What the installation check asks inside of a formula, where Google allows less. */
import { InWords, NotAsked, type Probe, refusalOf } from '../probe.ts';
import { UNPACKED, unpacked } from './packed.ts';
import { WORD } from './stores.ts';

export interface InFormula {
  /** The word that the check left; nothing where somebody typed the formula. */
  readonly word: string | undefined;
  readonly inputs: readonly unknown[];
}

/** Of what the formula gives. */
export const FIRST_CELL = 'Result';

const SLOW = 'Formulas read ahead less: each asks for its own value, and a column of them costs more calls.';

export const formulaProbes: readonly Probe<InFormula>[] = [
  {
    id: 'formula-cell',
    what: 'A formula knows its cell',
    expected: true,
    otherwise: SLOW,
    ask: () => /MARKET_CHECK/i.test(SpreadsheetApp.getActiveSpreadsheet().getActiveRange()?.getFormula() ?? ''),
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
    ask: ({ word }) => demanded(word) === CacheService.getDocumentCache()?.get(WORD),
  },
  {
    id: 'formula-user-cache',
    what: 'A formula has the cache of the owner of the spreadsheet, who runs this check',
    expected: true,
    otherwise: 'Nothing goes wrong; formulas use the cache of the spreadsheet.',
    ask: ({ word }) => demanded(word) === CacheService.getUserCache()?.get(WORD),
  },
  {
    id: 'formula-document-properties',
    what: 'A formula may read the properties of the spreadsheet',
    expected: true,
    otherwise: 'MARKET_FRESHNESS cannot answer; the sheet Status can.',
    ask: ({ word }) => demanded(word) === PropertiesService.getDocumentProperties().getProperty(WORD),
  },
  {
    id: 'formula-user-properties',
    what: 'A formula has the properties of the owner of the spreadsheet, who runs this check',
    expected: true,
    otherwise:
      'Formulas run on the connection of somebody else: of the owner, where that is not you. Where it is you, formulas find no connection: pull tables instead.',
    ask: ({ word }) => demanded(word) === PropertiesService.getUserProperties().getProperty(WORD),
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
    id: 'formula-file',
    what: 'A formula may read a packed file of the script: the demo shop',
    expected: true,
    otherwise: 'Formulas have no answers of the demo shop; its tables are filled all the same.',
    ask: () => HtmlService.createTemplateFromFile('Demo').getRawContent().length > 1000 && unpacked() === UNPACKED,
  },
  {
    id: 'formula-arguments',
    what: 'A formula is given texts, dates, numbers, yes and no and blanks as what they are',
    expected: ['string', 'date', 'number', 'boolean', 'string'],
    otherwise: 'Formulas could take an identifier or a day for another one.',
    ask: ({ word, inputs }) => {
      demanded(word);
      const [range] = inputs as unknown[][][];
      return range![0]!.slice(1).map((each) => (isDate(each) ? 'date' : typeof each));
    },
  },
  {
    id: 'formula-writes',
    what: 'A formula may write to no cell',
    expected: 'refused: Exception',
    otherwise: 'Nothing goes wrong; formulas write nowhere.',
    ask: ({ word }) => {
      // Where somebody typed it, a note of theirs may be on the cell.
      demanded(word);
      return refusalOf(() => SpreadsheetApp.getActiveSpreadsheet().getActiveRange()!.clearNote());
    },
  },
  {
    id: 'formula-triggers',
    what: 'A formula may not ask for schedules',
    expected: 'refused: Exception',
    otherwise: 'Nothing goes wrong; formulas look at no schedule.',
    ask: () => refusalOf(() => ScriptApp.getProjectTriggers()),
  },
  {
    id: 'formula-names-member',
    what: 'A refusal names what was refused in letters that are not translated',
    expected: true,
    otherwise: 'Nothing goes wrong; the words of Google are shown as they are.',
    ask: () => {
      const { words } = refusalOf(() => ScriptApp.getProjectTriggers());
      return new InWords(words.includes('getProjectTriggers'), words);
    },
  },
];

/** What is seen of formulas from outside, while the check waits for one. */
export interface Watched {
  /** What the cell showed when it was first looked at, and the one whose argument changes all the time. */
  readonly waiting: string;
  readonly volatile: string;
}

export const watchedProbes: readonly Probe<Watched>[] = [
  {
    id: 'formula-loading',
    what: 'A cell whose formula is not computed yet shows Loading...',
    expected: { anyOf: ['Loading...', FIRST_CELL] },
    otherwise: 'Nothing goes wrong; what is no identifier counts as not computed yet.',
    ask: ({ waiting }) => waiting,
  },
  {
    id: 'formula-volatile',
    what: 'A formula that is given TODAY() shows an error',
    expected: '#ERROR!',
    otherwise: 'A formula with TODAY() in it may show Loading... for ever: put the date into a cell.',
    ask: ({ volatile }) => volatile,
  },
];

function demanded(word: string | undefined): string {
  if (word !== undefined) return word;
  throw new NotAsked('Choose Installation check in the menu.');
}

function isDate(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Date]';
}
