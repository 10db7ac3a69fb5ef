/** Developer metadata. It moves with its row, column, or sheet. */
import { type LineChange, mapLine } from './line-change.ts';
import {
  type Metadata,
  type MetadataLocation,
  type MetadataQuery,
  type MetadataVisibility,
  WorkbookError,
} from './surface.ts';

/** The maximum number of characters in keys and values, per sheet and for the spreadsheet itself. */
const LIMIT = 30_000;

export class DeveloperMetadata {
  private readonly items = new Map<number, Metadata>();
  nextId = 1_000_001;

  add(
    location: MetadataLocation,
    key: string,
    value: string | null = null,
    visibility: MetadataVisibility = 'DOCUMENT',
  ): Metadata {
    const item = { id: this.nextId, key, value, visibility, location };
    this.checkRoom(item);
    this.nextId += 7;
    this.items.set(item.id, item);
    return item;
  }

  /** Adds existing items with their IDs. */
  take(items: readonly Metadata[]): void {
    for (const item of items) this.items.set(item.id, item);
  }

  find(query: MetadataQuery = {}): Metadata[] {
    const wanted = Object.entries(query).filter(([, value]) => value !== undefined);
    return [...this.items.values()].filter((item) => {
      const fields: Record<string, unknown> = { ...item, ...item.location };
      return wanted.every(([name, value]) => fields[name] === value);
    });
  }

  update(id: number, change: Partial<Omit<Metadata, 'id'>>): Metadata {
    const item = { ...this.get(id), ...change };
    this.checkRoom(item);
    this.items.set(id, item);
    return item;
  }

  remove(id: number): void {
    this.get(id);
    this.items.delete(id);
  }

  dropSheet(sheetId: number): void {
    for (const { id } of this.find({ sheetId })) this.items.delete(id);
  }

  copySheet(from: number, to: number): void {
    for (const { location, key, value, visibility } of this.find({ sheetId: from })) {
      this.add({ ...location, sheetId: to } as MetadataLocation, key, value, visibility);
    }
  }

  change(sheetId: number, axis: 'row' | 'column', change: LineChange): void {
    const type = axis === 'row' ? 'ROW' : 'COLUMN';
    for (const item of this.find({ sheetId, type })) {
      const location = item.location as Extract<MetadataLocation, { index: number }>;
      const index = mapLine(change, location.index);
      if (index === undefined) this.items.delete(item.id);
      else this.items.set(item.id, { ...item, location: { ...location, index } });
    }
  }

  private get(id: number): Metadata {
    const item = this.items.get(id);
    if (item === undefined) throw new WorkbookError('The developer metadata does not exist.');
    return item;
  }

  private checkRoom(item: Metadata): void {
    const home = (location: MetadataLocation): number => ('sheetId' in location ? location.sheetId : -1);
    let used = 0;
    for (const other of [...this.items.values(), item]) {
      if (other.id === item.id && other !== item) continue;
      if (home(other.location) === home(item.location)) used += other.key.length + (other.value?.length ?? 0);
    }
    if (used > LIMIT) throw new WorkbookError('The developer metadata is larger than the limit.');
  }
}
