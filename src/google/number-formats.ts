/** The number formats of cells, each as it gives a cell the same format again when it is written. */
import { AUTOMATIC, AUTOMATIC_READ } from '../tables/cells.ts';

export function numberFormatsIn(range: GoogleAppsScript.Spreadsheet.Range): string[][] {
  return range.getNumberFormats().map((line) => line.map((format) => (format === AUTOMATIC_READ ? AUTOMATIC : format)));
}
