/** Each user's manual edits, for undo and redo. */
import type { LineChange } from '../../host/workbook/line-change.ts';
import type { Workbook } from '../../host/workbook/workbook.ts';
import type { Edit } from '../wire.ts';
import { type CellImage, imageOf, isStill, moved, putBack } from './cell-image.ts';
import { editedCells } from './edited-cells.ts';

const KEPT = 50;

interface Change {
  sheet: number;
  before: CellImage[];
  after: CellImage[];
}

/** The changes made by one edit, or the reason why it can't be undone. */
type Step = { changes: Change[] } | { cannot: string };

interface Steps {
  done: Step[];
  undone: Step[];
}

export class History {
  readonly #workbook: Workbook;
  readonly #demandAllowed: (user: string, edit: Edit) => void;
  readonly #users = new Map<string, Steps>();

  /** `demandAllowed` throws if the user may not edit the cells. */
  constructor(workbook: Workbook, demandAllowed: (user: string, edit: Edit) => void) {
    this.#workbook = workbook;
    this.#demandAllowed = demandAllowed;
    const { attachments } = workbook.book;
    // Like attachments, recorded cells move when rows or columns are inserted, deleted, or moved.
    const follow = attachments.change.bind(attachments);
    attachments.change = (sheetId, axis, change) => {
      follow(sheetId, axis, change);
      this.#follow(sheetId, axis, change);
    };
  }

  /** Performs a user's edits and records how to undo them. */
  record(user: string, edits: readonly Edit[], perform: () => void): void {
    const kept = edits.filter((edit) => edit.do !== 'activate');
    // Several edits of a cell are undone together.
    const before = kept.map((edit) => this.#before(edit));
    const other = kept[before.indexOf(undefined)];
    try {
      perform();
    } finally {
      if (other) this.#push(user, { cannot: reasonOf(other) });
      else {
        const changes = before.map((change) => this.#after(change!)).filter(hasChanged);
        if (changes.length > 0) this.#push(user, { changes });
      }
      // A sort doesn't report the new row positions.
      for (const edit of kept) if (edit.do === 'sort') this.forgetSheet(edit.sheet);
    }
  }

  undo(user: string): void {
    const steps = this.#of(user);
    this.#turn(user, 'undo', steps.done, steps.undone);
  }

  redo(user: string): void {
    const steps = this.#of(user);
    this.#turn(user, 'redo', steps.undone, steps.done);
  }

  /** Steps before a sort can't be undone. */
  forgetSheet(sheet?: number): void {
    for (const { done, undone } of this.#users.values()) {
      for (const list of [done, undone]) {
        list.forEach((step, index) => {
          if ('changes' in step && step.changes.some((change) => sheet === undefined || change.sheet === sheet))
            list[index] = { cannot: 'rows were sorted since then' };
        });
      }
    }
  }

  #turn(user: string, what: 'undo' | 'redo', from: Step[], to: Step[]): void {
    const step = from.at(-1);
    const because = step && this.#hindrance(step, what);
    if (!step || !('changes' in step) || because)
      throw new Error(because ? `Cannot ${what}: ${because}.` : `Nothing to ${what}.`);
    for (const { sheet, after } of step.changes)
      this.#demandAllowed(user, {
        do: 'type',
        sheet,
        cells: after.map(({ row, column }) => [row, column, '']),
      });
    const { book } = this.#workbook;
    for (const { sheet, before, after } of step.changes) {
      const images = what === 'undo' ? before : after;
      if (images.length > 0) putBack(book, book.sheet(sheet), images);
    }
    to.push(from.pop()!);
  }

  #hindrance(step: Step, what: 'undo' | 'redo'): string | undefined {
    if ('cannot' in step) return step.cannot;
    const { book } = this.#workbook;
    for (const { sheet, before, after } of step.changes) {
      if (!book.sheets.some(({ id }) => id === sheet)) return 'the sheet was deleted';
      const isAsLeft = isStill(book.sheet(sheet), what === 'undo' ? after : before);
      if (!isAsLeft) return 'the cells were changed since then';
    }
    return undefined;
  }

  #push(user: string, step: Step): void {
    const steps = this.#of(user);
    steps.done.push(step);
    steps.undone = [];
    if (steps.done.length > KEPT) steps.done.shift();
  }

  #before(edit: Edit): Change | undefined {
    const { book } = this.#workbook;
    const places = editedCells(edit, (id) => book.sheet(id));
    if (!places || !('sheet' in edit)) return undefined;
    return { sheet: edit.sheet, before: imageOf(book.sheet(edit.sheet), places), after: [] };
  }

  #after({ sheet, before }: Change): Change {
    const places = before.map(({ row, column }) => [row, column] as const);
    return { sheet, before, after: imageOf(this.#workbook.book.sheet(sheet), places) };
  }

  #follow(sheetId: number, axis: 'row' | 'column', change: LineChange): void {
    const name = this.#workbook.book.sheet(sheetId).name.toLowerCase();
    for (const { done, undone } of this.#users.values()) {
      for (const step of [...done, ...undone]) {
        if (!('changes' in step)) continue;
        for (const each of step.changes) {
          const isTheirs = each.sheet === sheetId;
          const refers = (to: string | undefined) => (to === undefined ? isTheirs : to.toLowerCase() === name);
          each.before = moved(each.before, isTheirs, refers, axis, change);
          each.after = moved(each.after, isTheirs, refers, axis, change);
        }
      }
    }
  }

  #of(user: string): Steps {
    const known = this.#users.get(user);
    if (known) return known;
    const steps: Steps = { done: [], undone: [] };
    this.#users.set(user, steps);
    return steps;
  }
}

const names: Partial<Record<Edit['do'], string>> = {
  insert: 'rows or columns were inserted',
  delete: 'rows or columns were deleted',
  move: 'rows or columns were moved',
  size: 'rows or columns were resized',
  hide: 'rows or columns were hidden or shown',
  sort: 'rows were sorted',
  filter: 'rows were filtered',
  freeze: 'rows or columns were frozen',
};

function hasChanged({ before, after }: Change): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

function reasonOf({ do: kind }: Edit): string {
  if (kind === 'type' || kind === 'clear' || kind === 'style' || kind === 'note')
    return 'the last change was too large';
  return `the last change was not a cell edit (${names[kind] ?? 'a sheet was changed'})`;
}
