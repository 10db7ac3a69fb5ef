/** `MARKET_CHECK`: checks the ten requirements of an installation. */
import { allConnections } from '../account/connections.ts';
import type { Cell } from '../tables/cells.ts';
import { attempt } from './service-calls.ts';
import { documentStore, userStore } from './stores.ts';

interface Probe {
  readonly needs: string;
  /** The remedy or the consequence if the requirement isn't met. */
  readonly otherwise: string;
  /** Counts as false if it throws. */
  readonly isMet: () => boolean;
}

const book = () => SpreadsheetApp.getActiveSpreadsheet();
const zone = () => book().getSpreadsheetTimeZone();
const hasPage = (name: string) => HtmlService.createTemplateFromFile(name).getRawContent().length > 1000;

const probes: readonly Probe[] = [
  {
    needs: 'The script runs on V8',
    otherwise: 'In the script editor, open Project Settings and turn on the V8 runtime.',
    isMet: () => /(?<=a)b/.test('ab') && [[1]].flat().length === 1,
  },
  {
    needs: 'The sidebar is installed',
    otherwise: 'The Sidebar file is missing. Add it to the script as described in INSTALL.html.',
    isMet: () => hasPage('Sidebar'),
  },
  {
    needs: 'The demo shop is installed',
    otherwise:
      'The Demo file is missing. Add it to the script as described in INSTALL.html. Your own shop works without it.',
    isMet: () => hasPage('Demo'),
  },
  {
    needs: "The script supports the spreadsheet's time zone",
    otherwise: 'Times cannot be converted to this time zone. Choose another time zone in File ▸ Settings.',
    isMet: () => new Intl.DateTimeFormat('en-US', { timeZone: zone() }).format(0) !== '',
  },
  {
    needs: 'The script has the same time zone as the spreadsheet',
    otherwise:
      "Formulas convert dates between the two time zones. If a date is off by a day, change the time zone in the script's Project Settings.",
    isMet: () => Session.getScriptTimeZone() === zone(),
  },
  {
    needs: "Formulas can find the owner's connection",
    otherwise: "The spreadsheet's owner must connect a shop in the sidebar.",
    isMet: () => allConnections(userStore()).length > 0,
  },
  {
    needs: 'Formulas can find their own cell and read other sheets',
    otherwise: 'Each formula fetches only its own value. Use ranges, such as =MARKET_STOCK(A2:A100).',
    isMet: () =>
      (book().getActiveRange()?.getFormula() ?? '') !== '' &&
      book().getSheets()[0]!.getRange('A1').getValues().length === 1,
  },
  {
    needs: 'Formulas can read your tables',
    otherwise: 'Formulas call the marketplace for values that your tables already have.',
    isMet: () => typeof documentStore().all() === 'object',
  },
  {
    needs: 'Formulas can share results',
    otherwise: 'Each formula fetches its own value. Use ranges, or pull tables.',
    isMet: () => {
      const cache = CacheService.getDocumentCache()!;
      cache.put('market.check', 'x', 60);
      return cache.get('market.check') === 'x';
    },
  },
  {
    needs: 'Formulas can coordinate their calls',
    otherwise: 'Formulas in a column make more calls than necessary. Use ranges.',
    isMet: () => {
      const lock = LockService.getDocumentLock()!;
      const isHeld = lock.tryLock(3000);
      lock.releaseLock();
      return isHeld;
    },
  },
];

export function checkFormula(): Cell[][] {
  const rows = probes.map(({ needs, otherwise, isMet }) =>
    attempt(isMet, false) ? [needs, 'yes', ''] : [needs, 'no', otherwise],
  );
  return [['Requirement', 'Met', 'What to do'], ...rows];
}
