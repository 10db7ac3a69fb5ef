import { BandingTheme } from './attachments.ts';
import { callHost } from './bridge.ts';
import { criteriaBuilder } from './filter.ts';
import { DeveloperMetadataLocationType, DeveloperMetadataVisibility } from './metadata.ts';
import { ProtectionType } from './protection.ts';
import { WrapStrategy } from './range.ts';
import { BooleanCriteria, InterpolationType, ruleBuilder } from './rules.ts';
import { RecalculationInterval, type Spreadsheet, spreadsheet } from './spreadsheet.ts';
import { type Emulated, enumeration } from './strict.ts';
import { textStyleBuilder } from './text-style.ts';
import { getUi } from './ui.ts';
import { DataValidationCriteria, validationBuilder } from './validation.ts';

// All active objects are null if the execution has no document. Google's types omit this.
const hasDocument = () => callHost<boolean>('SpreadsheetApp.getActiveSpreadsheet');

function getActiveSpreadsheet(): Spreadsheet {
  return hasDocument() ? spreadsheet : null!;
}

export const spreadsheetApp: Emulated<GoogleAppsScript.Spreadsheet.SpreadsheetApp> = {
  getActiveSpreadsheet,
  getActive: getActiveSpreadsheet,
  getActiveSheet: () => (hasDocument() ? spreadsheet.getActiveSheet() : null!),
  getActiveRange: () => (hasDocument() ? spreadsheet.getActiveRange()! : null!),
  getCurrentCell: () => (hasDocument() ? spreadsheet.getCurrentCell()! : null!),
  getActiveRangeList: () => (hasDocument() ? spreadsheet.getActiveRangeList()! : null!),
  getSelection: () => (hasDocument() ? spreadsheet.getSelection() : null!),
  setActiveRange: (range) => spreadsheet.setActiveRange(range),
  setActiveRangeList: (list) => spreadsheet.setActiveRangeList(list),
  setCurrentCell: (cell) => spreadsheet.setCurrentCell(cell),
  setActiveSheet: (sheet: GoogleAppsScript.Spreadsheet.Sheet) => spreadsheet.setActiveSheet(sheet),
  openById: (id) => {
    callHost('SpreadsheetApp.openById', id);
    return spreadsheet;
  },
  getUi,
  flush: () => void callHost('SpreadsheetApp.flush'),
  newFilterCriteria: () => criteriaBuilder(),
  newDataValidation: () => validationBuilder(),
  newTextStyle: () => textStyleBuilder(),
  newConditionalFormatRule: () => ruleBuilder(),
  BandingTheme,
  BooleanCriteria,
  DataValidationCriteria,
  DeveloperMetadataLocationType,
  DeveloperMetadataVisibility,
  InterpolationType,
  ProtectionType,
  RecalculationInterval,
  WrapStrategy,
  Dimension: enumeration<typeof GoogleAppsScript.Spreadsheet.Dimension>('Dimension', 'COLUMNS', 'ROWS'),
  BorderStyle: enumeration<typeof GoogleAppsScript.Spreadsheet.BorderStyle>(
    'BorderStyle',
    'DOTTED',
    'DASHED',
    'SOLID',
    'SOLID_MEDIUM',
    'SOLID_THICK',
    'DOUBLE',
  ),
};
