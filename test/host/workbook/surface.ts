/** The words of the workbook's surface: positions are 1-based, sheets are addressed by their numeric id. */
import { GoogleError } from '../messages.ts';

/** What a cell can hold as a script sees it; `''` is an empty cell, a Date is an instant. */
export type CellValue = string | number | boolean | Date;

/** What a script may write; `null`, `undefined` and `''` clear a cell. */
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

/** Aspects of a cell that are kept as they were written, with Google's value for a cell without any. */
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
  /** Overflows, though nobody said so. */
  wrapStrategies: '',
  /** A validation rule is opaque here: whatever JSON value the service stores, or null. */
  validations: null as unknown,
};

export type StyleAspect = keyof typeof STYLE_DEFAULTS;
export type ContentAspect = 'values' | 'displayValues' | 'formulas' | 'formulasR1C1';
export type Aspect = ContentAspect | StyleAspect;

/** The type that `read` gives for an aspect. */
export type AspectRead<A extends Aspect> = A extends 'values'
  ? CellValue
  : A extends ContentAspect
    ? string
    : A extends StyleAspect
      ? (typeof STYLE_DEFAULTS)[A]
      : never;

/** The type that `write` takes for an aspect; null goes back to the default. `displayValues` cannot be written. */
export type AspectWrite<A extends Aspect> = A extends 'values'
  ? WritableValue
  : A extends 'displayValues'
    ? never
    : AspectRead<A> | null;

export interface SheetInfo {
  readonly sheetId: number;
  readonly name: string;
  /** 1-based position among the tabs. */
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

/** One call of a custom function on behalf of a cell. Ranges arrive as rows of values, blanks as `''`. */
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
  /** One of those in `locale.ts`. */
  readonly locale: string;
  readonly timeZone: string;
  /** In which custom functions get and give dates; the workbook's unless told. */
  readonly scriptTimeZone?: string;
  /** Epoch milliseconds of the virtual clock. */
  readonly now: () => number;
  readonly callFunction: (call: FunctionCall) => Promise<FunctionAnswer>;
  /** Names of the custom functions; any other unknown name shows `#NAME?`. */
  readonly functions?: readonly string[];
}

export interface SortKey {
  /** Column of the sheet, not of the range. */
  readonly column: number;
  readonly ascending: boolean;
}

/** What `clear` removes. */
export interface Clearing {
  readonly contents?: boolean;
  /** Every style but notes and validations. */
  readonly formats?: boolean;
  readonly notes?: boolean;
  readonly validations?: boolean;
}

export interface NamedRange {
  readonly name: string;
  readonly sheetId: number;
  readonly rect: Rect;
}

/** Things that lie on a sheet, follow its rows and columns, and mean nothing to the workbook itself. */
export type AttachmentKind = 'filter' | 'protection' | 'conditionalFormat' | 'chart' | 'banding' | 'merge';

export interface Attachment {
  readonly id: number;
  readonly kind: AttachmentKind;
  readonly sheetId: number;
  /** Empty for a whole sheet, or once its cells have been deleted. */
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

/** Fields that must match; an absent one matches anything. */
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
  /** As stored or computed: dates are serial numbers here. */
  readonly value: string | number | boolean;
  readonly formula?: string;
  readonly error?: string;
  /** Filled by the formula of another cell. */
  readonly spilled?: true;
}

/** Everything that is stored, keyed as `Sheet1!A1`. */
export interface Snapshot {
  readonly cells: Record<string, SnapshotCell>;
  readonly notes: Record<string, string>;
  readonly namedRanges: readonly NamedRange[];
  readonly metadata: readonly Metadata[];
  readonly attachments: readonly Attachment[];
}

/** What Apps Script throws for a wrong call. */
export class WorkbookError extends GoogleError {}
