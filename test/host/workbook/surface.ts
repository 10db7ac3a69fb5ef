/** The workbook's public types. Positions are 1-based; sheets have numeric IDs. */
import { GoogleError } from '../messages.ts';

/** A cell's value in a script. `''` is an empty cell. */
export type CellValue = string | number | boolean | Date;

/** A value that scripts may write. `null`, `undefined`, and `''` clear a cell. */
export type WritableValue = CellValue | null | undefined;

export interface Rect {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export interface CellPosition {
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
}

/** Cell aspects that are stored as written, with Google's defaults. */
export const STYLE_DEFAULTS = {
  numberFormats: 'General',
  notes: '',
  backgrounds: '#ffffff',
  fontColors: '#000000',
  fontWeights: 'normal',
  fontStyles: 'normal',
  fontLines: 'none',
  fontSizes: 10,
  fontFamilies: 'arial,sans,sans-serif',
  horizontalAlignments: 'general',
  verticalAlignments: 'bottom',
  /** Not set, so text overflows. */
  wrapStrategies: '',
  /** The JSON value stored by the service, or null. Opaque to the workbook. */
  validations: null as unknown,
};

export type StyleAspect = keyof typeof STYLE_DEFAULTS;
export type ContentAspect = 'values' | 'displayValues' | 'formulas' | 'formulasR1C1';
export type Aspect = ContentAspect | StyleAspect;

export type AspectRead<A extends Aspect> = A extends 'values'
  ? CellValue
  : A extends ContentAspect
    ? string
    : A extends StyleAspect
      ? (typeof STYLE_DEFAULTS)[A]
      : never;

/** Null restores the default. `displayValues` can't be written. */
export type AspectWrite<A extends Aspect> = A extends 'values'
  ? WritableValue
  : A extends 'displayValues'
    ? never
    : AspectRead<A> | null;

export interface SheetInfo {
  readonly sheetId: number;
  readonly name: string;
  /** The 1-based position among the tabs. */
  readonly index: number;
  readonly rows: number;
  readonly columns: number;
  readonly frozenRows: number;
  readonly frozenColumns: number;
  readonly hidden: boolean;
  readonly tabColor: string | null;
  readonly hiddenGridlines: boolean;
  readonly charts: number;
}

/** A cell's call to a custom function. Ranges are arrays of rows; blank cells are `''`. */
export interface FunctionCall {
  readonly name: string;
  readonly args: readonly (CellValue | CellValue[][])[];
  readonly cell: CellPosition;
}

export type FunctionAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

export interface WorkbookOptions {
  readonly name: string;
  /** One of the locales in `locale.ts`. */
  readonly locale: string;
  readonly timeZone: string;
  /** The time zone of dates in custom functions. Default: the workbook's. */
  readonly scriptTimeZone?: string;
  /** Epoch milliseconds of the virtual clock. */
  readonly now: () => number;
  readonly callFunction: (call: FunctionCall) => Promise<FunctionAnswer>;
  /** Names of custom functions. Other unknown names show `#NAME?`. */
  readonly functions?: readonly string[];
}

export interface SortKey {
  /** A column of the sheet, not of the range. */
  readonly column: number;
  readonly ascending: boolean;
}

/** Aspects that `clear` removes. */
export interface Clearing {
  readonly contents?: boolean;
  /** Every style except notes and validations. */
  readonly formats?: boolean;
  readonly notes?: boolean;
  readonly validations?: boolean;
}

export interface NamedRange {
  readonly name: string;
  readonly sheetId: number;
  readonly rect: Rect;
}

/** Objects that follow a sheet's rows and columns. Opaque to the workbook. */
export type AttachmentKind = 'filter' | 'protection' | 'conditionalFormat' | 'chart' | 'banding' | 'merge';

export interface Attachment {
  readonly id: number;
  readonly kind: AttachmentKind;
  readonly sheetId: number;
  /** Empty for a whole sheet. */
  readonly rects: readonly Rect[];
  readonly spec: unknown;
}

export type MetadataLocation =
  | { readonly type: 'SPREADSHEET' }
  | { readonly type: 'SHEET'; readonly sheetId: number }
  | { readonly type: 'ROW' | 'COLUMN'; readonly sheetId: number; readonly index: number };

export type MetadataVisibility = 'DOCUMENT' | 'PROJECT';

export interface Metadata {
  readonly id: number;
  readonly key: string;
  readonly value: string | null;
  readonly visibility: MetadataVisibility;
  readonly location: MetadataLocation;
}

/** Fields to match. Absent fields match any value. */
export interface MetadataQuery {
  readonly id?: number;
  readonly key?: string;
  readonly value?: string | null;
  readonly visibility?: MetadataVisibility;
  readonly type?: MetadataLocation['type'];
  readonly sheetId?: number;
  readonly index?: number;
}

export type Change =
  | { readonly kind: 'cells'; readonly sheetId: number; readonly rect: Rect }
  | { readonly kind: 'sheet'; readonly sheetId: number }
  | { readonly kind: 'sheets' };

export interface SnapshotCell {
  /** The stored or calculated value. Dates are serial numbers. */
  readonly value: string | number | boolean;
  readonly formula?: string;
  readonly error?: string;
  /** Filled by the formula of another cell. */
  readonly spilled?: true;
}

/** All stored contents. Cells and notes are keyed by addresses such as `Sheet1!A1`. */
export interface Snapshot {
  readonly cells: Record<string, SnapshotCell>;
  readonly notes: Record<string, string>;
  readonly namedRanges: readonly NamedRange[];
  readonly metadata: readonly Metadata[];
  readonly attachments: readonly Attachment[];
}

/** An error that Apps Script throws for an invalid call. */
export class WorkbookError extends GoogleError {}
