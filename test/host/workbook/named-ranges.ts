/** Named ranges. They move with their cells. */
import { type Area, areaOf } from './area.ts';
import type { LineChange } from './line-change.ts';
import { changeRect } from './rect-change.ts';
import { type NamedRange, type Rect, WorkbookError } from './surface.ts';

export class NamedRanges {
  private readonly ranges = new Map<string, NamedRange>();

  list(): NamedRange[] {
    return [...this.ranges.values()];
  }

  get(name: string): NamedRange | undefined {
    return this.ranges.get(name.toLowerCase());
  }

  area(name: string): Area | undefined {
    const range = this.get(name);
    return range && areaOf(range.sheetId, range.rect);
  }

  set(name: string, sheetId: number, rect: Rect): void {
    const isReference = /^(?:[A-Za-z]{1,3}\d+|r\d*c\d*)$/i.test(name);
    if (!/^[\p{L}_][\p{L}\p{N}_.]{0,249}$/u.test(name) || isReference || /^(?:true|false)$/i.test(name)) {
      throw new WorkbookError('The name "{0}" is not valid for a named range.', name);
    }
    this.ranges.set(name.toLowerCase(), { name, sheetId, rect });
  }

  remove(name: string): void {
    if (!this.ranges.delete(name.toLowerCase())) throw new WorkbookError('Range {0} not found', name);
  }

  dropSheet(sheetId: number): void {
    for (const [key, range] of this.ranges) if (range.sheetId === sheetId) this.ranges.delete(key);
  }

  change(sheetId: number, axis: 'row' | 'column', change: LineChange): void {
    for (const [key, range] of this.ranges) {
      if (range.sheetId !== sheetId) continue;
      const rect = changeRect(range.rect, axis, change);
      if (rect === undefined) this.ranges.delete(key);
      else this.ranges.set(key, { ...range, rect });
    }
  }
}
