// SpreadsheetApp: the way to the one workbook, its user interface and its builders.
import { callHost } from './bridge.ts';
import { DeveloperMetadataLocationType, DeveloperMetadataVisibility } from './metadata.ts';
import { rangeAt } from './range.ts';
import { ruleBuilder } from './rules.ts';
import { sheetById } from './sheet.ts';
import { spreadsheet } from './spreadsheet.ts';
import { enumeration } from './strict.ts';
import { getUi } from './ui.ts';
import { DataValidationCriteria, validationBuilder } from './validation.ts';

function getActiveSpreadsheet() {
  callHost('SpreadsheetApp.getActiveSpreadsheet');
  return spreadsheet;
}

export const spreadsheetApp = {
  getActiveSpreadsheet,
  getActive: getActiveSpreadsheet,
  getActiveSheet: () => sheetById(callHost('Spreadsheet.getActiveSheet')),
  getActiveRange: () => rangeAt(callHost('SpreadsheetApp.getActiveRange')),
  getCurrentCell: () => rangeAt(callHost('SpreadsheetApp.getActiveRange')),
  openById: (id: string) => {
    callHost('SpreadsheetApp.openById', id);
    return spreadsheet;
  },
  getUi,
  flush: () => void callHost('SpreadsheetApp.flush'),
  newDataValidation: () => validationBuilder(),
  newConditionalFormatRule: () => ruleBuilder(),
  DataValidationCriteria,
  DeveloperMetadataLocationType,
  DeveloperMetadataVisibility,
  ProtectionType: enumeration('ProtectionType', 'RANGE', 'SHEET'),
  WrapStrategy: enumeration('WrapStrategy', 'WRAP', 'OVERFLOW', 'CLIP'),
  Dimension: enumeration('Dimension', 'COLUMNS', 'ROWS'),
  BorderStyle: enumeration(
    'BorderStyle',
    'DOTTED',
    'DASHED',
    'SOLID',
    'SOLID_MEDIUM',
    'SOLID_THICK',
    'DOUBLE',
  ),
  InterpolationType: enumeration('InterpolationType', 'NUMBER', 'PERCENT', 'PERCENTILE', 'MIN', 'MAX'),
  BandingTheme: enumeration(
    'BandingTheme',
    'LIGHT_GREY',
    'CYAN',
    'GREEN',
    'YELLOW',
    'ORANGE',
    'BLUE',
    'TEAL',
    'GREY',
  ),
};
