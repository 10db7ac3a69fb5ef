import type { Host } from '../host.ts';
import type { ProtectionSpec } from '../inside/protection.ts';
import type { Attachment, Rect } from '../workbook/surface.ts';
import { documentScopes, type Service, ServiceError } from './service.ts';

const specOf = ({ spec }: Attachment) => spec as ProtectionSpec;

function find(host: Host, id: number): Attachment {
  const found = host.workbook.attachments('protection').find((each) => each.id === id);
  if (!found) throw new ServiceError('The protection does not exist.');
  return found;
}

function editorsOf(host: Host, protection: Attachment): string[] {
  const { editors, warningOnly } = specOf(protection);
  // A warning-only protection allows every write, so it has no list of editors.
  if (warningOnly) return [];
  if (editors === null) return host.users.all();
  // The owner always has access.
  return [host.owner, ...editors.filter((email) => email !== host.owner)];
}

function mayWrite({ host, user }: Writer, protection: Attachment): boolean {
  return specOf(protection).warningOnly || editorsOf(host, protection).includes(user);
}

function overlaps(a: Rect, b: Rect): boolean {
  return (
    a.row < b.row + b.rows &&
    b.row < a.row + a.rows &&
    a.column < b.column + b.columns &&
    b.column < a.column + a.columns
  );
}

function covers(outer: Rect, inner: Rect): boolean {
  return (
    outer.row <= inner.row &&
    outer.column <= inner.column &&
    outer.row + outer.rows >= inner.row + inner.rows &&
    outer.column + outer.columns >= inner.column + inner.columns
  );
}

function concerns(protection: Attachment, rect: Rect): boolean {
  const { sheet, unprotected } = specOf(protection);
  if (sheet) return !unprotected.some((free) => covers(free, rect));
  return protection.rects.some((each) => overlaps(each, rect));
}

/** A user who writes with a script or by typing in the sheet. */
export interface Writer {
  host: Host;
  user: string;
}

export function canEdit(writer: Writer, sheetId: number, rect: Rect): boolean {
  const protections = writer.host.workbook.attachments('protection', sheetId);
  return !protections.some((each) => concerns(each, rect) && !mayWrite(writer, each));
}

/** Throws Google's message if the writer may not edit. */
export function demandEditable(writer: Writer, sheetId: number, rect: Rect): void {
  if (canEdit(writer, sheetId, rect)) return;
  throw new ServiceError(
    'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
  );
}

export function demandWholeEditable(writer: Writer, sheetId: number): void {
  const { rows, columns } = writer.host.workbook.sheet(sheetId);
  demandEditable(writer, sheetId, { row: 1, column: 1, rows, columns });
}

export const protection: Service = {
  scopes: documentScopes,
  methods: {
    getEditors: ({ host }, id: number) => editorsOf(host, find(host, id)),
    canEdit: (execution, id: number) => mayWrite(execution, find(execution.host, id)),
  },
};
