/** Filters, protections, conditional formats, and charts: opaque objects that follow their cells. */
import { changeChart, onCopy, withoutSheet } from './charts.ts';
import type { LineChange } from './line-change.ts';
import { changeCells, changeRect } from './rect-change.ts';
import { type Attachment, type AttachmentKind, type Rect, WorkbookError } from './surface.ts';

export class Attachments {
  private items = new Map<number, Attachment>();
  nextId = 1;

  list(kind: AttachmentKind, sheetId?: number): Attachment[] {
    return this.all().filter((item) => item.kind === kind && (sheetId === undefined || item.sheetId === sheetId));
  }

  all(): Attachment[] {
    return [...this.items.values()];
  }

  add(kind: AttachmentKind, sheetId: number, rects: readonly Rect[], spec: unknown): Attachment {
    if (kind === 'filter' && this.list(kind, sheetId).length > 0) {
      throw new WorkbookError("You can't create a filter in a sheet that already has a filter.");
    }
    const item = { id: this.nextId++, kind, sheetId, rects, spec };
    this.items.set(item.id, item);
    return item;
  }

  /** Adds existing items with their IDs. */
  take(items: readonly Attachment[]): void {
    for (const item of items) this.items.set(item.id, item);
  }

  update(id: number, change: { rects?: readonly Rect[]; spec?: unknown }): Attachment {
    const item = { ...this.get(id), ...change };
    this.items.set(id, item);
    return item;
  }

  remove(id: number): Attachment {
    const item = this.get(id);
    this.items.delete(id);
    return item;
  }

  dropSheet(sheetId: number): void {
    for (const item of this.all()) {
      if (item.sheetId === sheetId) this.items.delete(item.id);
      else if (item.kind === 'chart') this.items.set(item.id, withoutSheet(item, sheetId));
    }
  }

  copySheet(from: number, to: number): void {
    for (const item of this.all()) {
      if (item.sheetId !== from) continue;
      this.add(item.kind, to, item.rects, item.kind === 'chart' ? onCopy(item, to) : item.spec);
    }
  }

  change(sheetId: number, axis: 'row' | 'column', change: LineChange): void {
    for (const item of this.all()) {
      if (item.kind === 'chart') this.items.set(item.id, changeChart(item, sheetId, axis, change));
      if (item.sheetId !== sheetId || item.rects.length === 0) continue;
      const follow = item.kind === 'conditionalFormat' ? changeCells : changeRect;
      const rects = item.rects.flatMap((rect) => follow(rect, axis, change) ?? []);
      if (rects.length === 0) this.items.delete(item.id);
      else this.items.set(item.id, { ...item, rects });
    }
  }

  private get(id: number): Attachment {
    const item = this.items.get(id);
    if (item === undefined) throw new Error(`Attachment ${id} not found.`);
    return item;
  }
}
