/** Notifies listeners of changes, less often if calculations take a long time. */
import { type Area, rectOf } from './area.ts';
import type { Change } from './surface.ts';

/** The pause between notifications, as a multiple of the last calculation time, and its maximum in milliseconds. */
const REST = 4;
const LONGEST_REST = 300;

export class ChangeFeed {
  private readonly listeners = new Set<(changes: readonly Change[]) => void>();
  private readonly areas = new Map<number, Area>();
  private readonly structures = new Set<number>();
  private tabs = false;
  private scheduled = false;
  /** The duration of the last calculation in milliseconds. */
  private slowness = 0;

  /** `complete` calculates formulas that depend on the changes so far. */
  constructor(private readonly complete: () => void) {}

  get watched(): boolean {
    return this.listeners.size > 0;
  }

  listen(listener: (changes: readonly Change[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Merges areas that change in the same turn into their bounding area. */
  cells(area: Area): void {
    if (this.listeners.size === 0) return;
    const known = this.areas.get(area.sheetId);
    this.areas.set(
      area.sheetId,
      known
        ? {
            sheetId: area.sheetId,
            top: Math.min(known.top, area.top),
            left: Math.min(known.left, area.left),
            bottom: Math.max(known.bottom, area.bottom),
            right: Math.max(known.right, area.right),
          }
        : area,
    );
    this.schedule();
  }

  /** Must be called after rows, columns, or attached objects change. */
  sheet(sheetId: number): void {
    this.structures.add(sheetId);
    this.schedule();
  }

  /** Must be called after the list, names, or order of sheets change. */
  sheets(): void {
    this.tabs = true;
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled || this.listeners.size === 0) return;
    this.scheduled = true;
    setTimeout(() => this.tell(), Math.min(LONGEST_REST, REST * this.slowness));
  }

  private tell(): void {
    const start = performance.now();
    this.complete();
    this.slowness = performance.now() - start;
    const changes: Change[] = [
      ...(this.tabs ? [{ kind: 'sheets' } as const] : []),
      ...[...this.structures].map((sheetId) => ({ kind: 'sheet', sheetId }) as const),
      ...[...this.areas.values()].map(
        (area) => ({ kind: 'cells', sheetId: area.sheetId, rect: rectOf(area) }) as const,
      ),
    ];
    this.scheduled = false;
    this.tabs = false;
    this.structures.clear();
    this.areas.clear();
    for (const listener of this.listeners) listener(changes);
  }
}
