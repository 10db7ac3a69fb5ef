import { WorkbookError } from './surface.ts';

export const CELL_LIMIT = 10_000_000;
/** Column ZZZ. */
export const COLUMN_LIMIT = 18_278;
export const TEXT_LIMIT = 50_000;

export function outsideGrid(): WorkbookError {
  return new WorkbookError('The coordinates of the range are outside the dimensions of the sheet.');
}

export function wrongSize(what: 'rows' | 'columns', data: number, range: number): WorkbookError {
  return what === 'rows'
    ? new WorkbookError(
        'The number of rows in the data does not match the number of rows in the range. The data has {0} but the range has {1}.',
        data,
        range,
      )
    : new WorkbookError(
        'The number of columns in the data does not match the number of columns in the range. The data has {0} but the range has {1}.',
        data,
        range,
      );
}

export function textTooLong(): WorkbookError {
  return new WorkbookError('Your input contains more than the maximum of {0} characters in a single cell.', TEXT_LIMIT);
}

export function tooManyCells(): WorkbookError {
  return new WorkbookError(
    'This action would increase the number of cells in the workbook above the limit of {0} cells.',
    CELL_LIMIT,
  );
}

export function tooManyColumns(): WorkbookError {
  return new WorkbookError(
    'This action would increase the number of columns in the sheet above the limit of {0} columns.',
    COLUMN_LIMIT,
  );
}

export function overwrites(cell: string): string {
  return `Array result was not expanded because it would overwrite data in ${cell}.`;
}

export const VOLATILE_ARGUMENT =
  'This function is not allowed to reference a cell with NOW(), RAND(), or RANDBETWEEN().';
export const CIRCULAR = 'Circular dependency detected. To resolve with iterative calculation, see File > Settings.';
