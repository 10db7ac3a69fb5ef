import type { Execution } from '../execution/execution.ts';
import type { INTERVALS } from '../workbook/book.ts';
import type { SheetInfo } from '../workbook/surface.ts';
import { demandWholeEditable } from './protection.ts';
import type { RangeAddress } from './range.ts';
import { documentScopes, type Service, ServiceError, scope } from './service.ts';
import { resolveArea } from './sheet.ts';

const id = (sheet: SheetInfo) => sheet.sheetId;

function activeSheet({ host, cell }: Execution): number {
  return cell?.sheetId ?? host.workbook.activeSheetId;
}

export const spreadsheetApp: Service = {
  scopes: documentScopes,
  methods: {
    getActiveSpreadsheet: (execution) => execution.hasDocument,
    // Writes are visible immediately on this host.
    flush: () => null,
  },
};

export const getUi: Service = {
  modes: ['NONE', 'LIMITED', 'CUSTOM_FUNCTION', 'FULL'],
  methods: {
    getUi: ({ kind }) => {
      if (kind !== 'formula' && kind !== 'trigger' && kind !== 'edit') return null;
      throw new ServiceError('Cannot call SpreadsheetApp.getUi() from this context.');
    },
  },
};

export const opening: Service = {
  scopes: [scope('spreadsheets')],
  modes: ['FULL'],
  methods: {
    openById: ({ host }, asked: string) => {
      if (asked === host.documentId) return;
      throw new ServiceError(
        'Unexpected error while getting the method or property openById on object SpreadsheetApp.',
      );
    },
  },
};

export const spreadsheet: Service = {
  scopes: documentScopes,
  methods: {
    getId: ({ host }) => host.documentId,
    getName: ({ host }) => host.workbook.name,
    rename: ({ host }, name: string) => {
      host.workbook.name = name;
    },
    getSpreadsheetTimeZone: ({ host }) => host.workbook.timeZone,
    setSpreadsheetTimeZone: ({ host }, zone: string) => {
      host.workbook.timeZone = zone;
    },
    getSpreadsheetLocale: ({ host }) => host.workbook.locale,
    setSpreadsheetLocale: ({ host }, code: string) => {
      host.workbook.locale = code;
    },
    getRecalculationInterval: ({ host }) => host.workbook.book.recalculationInterval,
    setRecalculationInterval: ({ host }, interval: keyof typeof INTERVALS) => {
      host.workbook.book.recalculationInterval = interval;
    },
    getOwner: ({ host }) => host.owner,
    getEditors: ({ host }) => host.editors(),
    getSheets: ({ host }) => host.workbook.sheets().map(id),
    getSheetByName: ({ host }, name: string) => host.workbook.sheetByName(name)?.sheetId ?? null,
    getSheetById: ({ host }, sheetId: number) =>
      host.workbook.sheets().some((sheet) => sheet.sheetId === sheetId) ? sheetId : null,
    getActiveSheet: activeSheet,
    setActiveSheet: ({ host }, sheetId: number) => host.workbook.activateSheet(sheetId),
    insertSheet: ({ host }, { template, ...place }: { name?: string; index?: number; template?: number }) => {
      const made =
        template === undefined
          ? host.workbook.insertSheet(place)
          : host.workbook.duplicateSheet(template, place.name, place.index);
      host.workbook.activateSheet(made);
      return made;
    },
    deleteSheet: (execution, sheetId: number) => {
      demandWholeEditable(execution, sheetId);
      execution.host.workbook.deleteSheet(sheetId);
    },
    moveActiveSheet: ({ host }, index: number) => host.workbook.moveSheet(host.workbook.activeSheetId, index),
    duplicateActiveSheet: ({ host }) => host.workbook.duplicateSheet(host.workbook.activeSheetId),
    getRange: (execution, text: string) => resolveArea(execution, activeSheet(execution), text),
    getRangeByName: ({ host }, name: string) => {
      const named = host.workbook.namedRange(name);
      return named ? { sheetId: named.sheetId, ...named.rect } : null;
    },
    getNamedRanges: ({ host }) => host.workbook.namedRanges(),
    setNamedRange: ({ host }, name: string, { sheetId, row, column, rows, columns }: RangeAddress) =>
      host.workbook.setNamedRange(name, sheetId, { row, column, rows, columns }),
    removeNamedRange: ({ host }, name: string) => host.workbook.removeNamedRange(name),
    toast: (execution, text: string, title: string, seconds: number) =>
      execution.show({ what: 'toast', title, text, seconds }),
  },
};
