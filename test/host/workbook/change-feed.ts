/** Tells listeners what changed: soon, and the less often the longer it takes to work that out. */
import { type Area, rectOf } from './area.ts';
import type { Change } from './surface.ts';

/** So many times what it took is waited before it is worked out again, up to so many milliseconds. */
const REST = 4;
const LONGEST_REST = 300;

export class ChangeFeed {
  private readonly listeners = new Set<(changes: readonly Change[]) => void>();
  private readonly areas = new Map<number, Area>();
  private readonly structures = new Set<number>();
  private tabs = false;
  private scheduled = false;
  /** Milliseconds that it took last. */
  private slowness = 0;

  /** `complete` works out what else the changes so far have changed. */
  constructor(private readonly complete: () => void) {}

  get watched(): boolean {
    return this.listeners.size > 0;
  }

  listen(listener: (changes: readonly Change[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Areas of one turn are joined to their bounding area. */
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

  /** Rows, columns or what lies on the sheet. */
  sheet(sheetId: number): void {
    this.structures.add(sheetId);
    this.schedule();
  }

  /** Which sheets there are, their names and order. */
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
