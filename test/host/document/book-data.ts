// A workbook as plain data, and back: everything has the ids that it had.
import type { Book } from '../workbook/book.ts';
import type { Attachment, FunctionAnswer, Metadata, NamedRange } from '../workbook/surface.ts';
import { addSheet, putFormulas, type SheetData, sheetData } from './sheet-data.ts';

export interface BookData {
  readonly activeSheetId: number;
  /** The ids that come next. */
  readonly next: { readonly sheet: number; readonly metadata: number; readonly attachment: number };
  readonly names: readonly NamedRange[];
  readonly metadata: readonly Metadata[];
  readonly attachments: readonly Attachment[];
  /** What custom functions answered last: formulas show it until they are computed again. */
  readonly answers: readonly (readonly [call: string, answer: FunctionAnswer])[];
  readonly sheets: readonly SheetData[];
  /** Left out of documents from before there was one. */
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

/** In place of whatever the book holds. */
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
  // Last: they may name any sheet and any range.
  for (const sheet of data.sheets) putFormulas(book, sheet);
  book.rebuild();
}
