/** The add-on as the page uses it: functions by `google.script.run`, the items of its menu, and what they show. */
import { encode } from '../host/codec.ts';
import type { Shown } from '../host/execution/execution.ts';
import type { Invocation } from '../host/execution/task.ts';
import type { Host, Result, Run } from '../host/host.ts';
import type { Selection } from '../host/workbook/selection.ts';
import type { Keyboard } from './keyboard.ts';
import type { Outcome, WireSelection, WireShown } from './wire.ts';

/** Who looks at which sheet, and what they have selected there. */
export interface Seat {
  user: string;
  sheet: number;
  selected?: WireSelection;
}

/** Where a script has led its user; `selected` where it has selected something there. */
type Led = { sheet: number; selected?: WireSelection };

/** What the page uses of the add-on; each tells which sheet the script has left active. */
export class Scripts {
  readonly #host: Host;
  readonly #keyboard: Keyboard;

  constructor(host: Host, keyboard: Keyboard) {
    this.#host = host;
    this.#keyboard = keyboard;
  }

  /** Calls a function as the sidebar's page does. */
  async call(seat: Seat, name: string, args: unknown[]): Promise<Outcome & Led> {
    const invocation: Invocation = { type: 'client', name, args: encode(args) };
    const { result, led } = await this.#run(seat, { kind: 'sidebar', name, invocation });
    return { ...outcomeOf(result), ...led };
  }

  async menuItem(seat: Seat, name: string): Promise<Outcome & Led & { shown: WireShown[] }> {
    const invocation: Invocation = { type: 'function', name, args: encode([]) };
    const { result, led } = await this.#run(seat, { kind: 'menu', name, invocation });
    return { ...outcomeOf(result), ...led, shown: result.shown.filter(isPage) };
  }

  async #run({ user, sheet, selected }: Seat, run: Run): Promise<{ result: Result; led: Led }> {
    await this.#keyboard.free();
    const { workbook } = this.#host;
    // Somebody else may have deleted the sheet in the meantime.
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

/** Toasts and questions come when they are made. */
function isPage(shown: Shown): shown is WireShown {
  return shown.what === 'sidebar' || shown.what === 'dialog';
}

function outcomeOf(result: Result): Outcome {
  if (result.ok) return { ok: true, value: result.value ?? null };
  const { name, message } = result.error;
  return { ok: false, message: name === 'Error' || name === 'Exception' ? message : `${name}: ${message}` };
}
