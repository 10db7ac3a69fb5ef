// Converts a workbook to plain data and back, with the same IDs.
import type { Book } from '../workbook/book.ts';
import type { Attachment, FunctionAnswer, Metadata, NamedRange } from '../workbook/surface.ts';
import { addSheet, putFormulas, type SheetData, sheetData } from './sheet-data.ts';

export interface BookData {
  readonly activeSheetId: number;
  /** The next IDs to assign. */
  readonly next: { readonly sheet: number; readonly metadata: number; readonly attachment: number };
  readonly names: readonly NamedRange[];
  readonly metadata: readonly Metadata[];
  readonly attachments: readonly Attachment[];
  /** Last results of custom functions, shown until formulas recalculate. */
  readonly answers: readonly (readonly [call: string, answer: FunctionAnswer])[];
  readonly sheets: readonly SheetData[];
  /** Missing from documents saved by older versions. */
  readonly recalculationInterval?: Book['recalculationInterval'];
}

export function bookData(book: Book): BookData {
  const { activeSheetId, names, metadata, attachments, calculation, sheets } = book;
  return {
    activeSheetId,
    next: { sheet: book.nextId, metadata: metadata.nextId, attachment: attachments.nextId },
    names: names.list(),
    metadata: metadata.find(),
    attachments: attachments.all(),
    answers: calculation.answers(),
    sheets: sheets.map(sheetData),
    recalculationInterval: book.recalculationInterval,
  };
}

export function fillBook(book: Book, data: BookData): void {
  book.clear();
  for (const sheet of data.sheets) addSheet(book, sheet);
  for (const { name, sheetId, rect } of data.names) book.names.set(name, sheetId, rect);
  book.metadata.take(data.metadata);
  book.attachments.take(data.attachments);
  book.nextId = data.next.sheet;
  book.metadata.nextId = data.next.metadata;
  book.attachments.nextId = data.next.attachment;
  book.activeSheetId = data.activeSheetId;
  book.recalculationInterval = data.recalculationInterval ?? 'ON_CHANGE';
  book.calculation.takeAnswers(data.answers);
  // Add formulas last, because they can refer to any sheet or name.
  for (const sheet of data.sheets) putFormulas(book, sheet);
  book.rebuild();
}
