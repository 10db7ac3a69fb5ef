/** Runs the add-on's script for the page: `google.script.run`, menu items, and their pages. */
import { encode } from '../host/codec.ts';
import type { Shown } from '../host/execution/execution.ts';
import type { Invocation } from '../host/execution/task.ts';
import type { Host, Result, Run } from '../host/host.ts';
import type { Selection } from '../host/workbook/selection.ts';
import type { UserQueue } from './user-queue.ts';
import type { Outcome, WireSelection, WireShown } from './wire.ts';

/** A user's active sheet and selection. */
export interface Seat {
  user: string;
  sheet: number;
  selected?: WireSelection;
}

/** The active sheet after a script run, and the selection if it changed. */
type Destination = { sheet: number; selected?: WireSelection };

export class Scripts {
  readonly #host: Host;
  readonly #queue: UserQueue;

  constructor(host: Host, queue: UserQueue) {
    this.#host = host;
    this.#queue = queue;
  }

  /** Calls a function like `google.script.run`. */
  async call(seat: Seat, name: string, args: unknown[]): Promise<Outcome & Destination> {
    const invocation: Invocation = { type: 'client', name, args: encode(args) };
    const { result, led } = await this.#run(seat, { kind: 'sidebar', name, invocation });
    return { ...outcomeOf(result), ...led };
  }

  async menuItem(seat: Seat, name: string): Promise<Outcome & Destination & { shown: WireShown[] }> {
    const invocation: Invocation = { type: 'function', name, args: encode([]) };
    const { result, led } = await this.#run(seat, { kind: 'menu', name, invocation });
    return { ...outcomeOf(result), ...led, shown: result.shown.filter(isPage) };
  }

  async #run({ user, sheet, selected }: Seat, run: Run): Promise<{ result: Result; led: Destination }> {
    await this.#queue.whenFree();
    const { workbook } = this.#host;
    // Another user may have deleted the sheet.
    if (selected && workbook.sheets().some(({ sheetId }) => sheetId === sheet)) workbook.select(sheet, selected);
    const result = await this.#host.execute({ ...run, user, sheet });
    const { selected: made } = result;
    const led = { sheet: result.sheet, ...(made?.sheet === result.sheet && { selected: wireOf(made) }) };
    return { result, led };
  }
}

function wireOf({ rects, cell }: Selection): WireSelection {
  return { rects: [...rects], cell };
}

/** Toasts and dialogs are sent while the script runs. */
function isPage(shown: Shown): shown is WireShown {
  return shown.what === 'sidebar' || shown.what === 'dialog';
}

function outcomeOf(result: Result): Outcome {
  if (result.ok) return { ok: true, value: result.value ?? null };
  const { name, message } = result.error;
  return { ok: false, message: name === 'Error' || name === 'Exception' ? message : `${name}: ${message}` };
}
