/** Intercepts user commands before the grid's model runs them and sends changes to the server. */
import { DispatchResult, isCoreCommand, Model } from '@odoo/o-spreadsheet';
import type { Edit } from '../wire.ts';
import { type Command, editsOf, filtersOf } from './translate.ts';

export interface Interception {
  /** True while commands come from the server. */
  applying: boolean;
  send(edits: readonly Edit[]): void;
  refuse(sentence: string): void;
  turn(what: 'undo' | 'redo'): void;
  /** The 1-based position among all sheets after moving a sheet by a number of visible sheets. */
  moved(sheetId: string, by: number): number;
  /** The address of a cell's link. */
  linkAt(cell: { sheetId: string; row: number; col: number }): string | undefined;
  /** Enters what is being typed, except for formulas, which can refer to other sheets. */
  enterTyped(): void;
}

type Dispatch = (type: string, payload?: object) => DispatchResult;

/** Commands that would fail halfway, because later steps read cells from the grid. */
const impossible = new Set(['INSERT_CELL', 'DELETE_CELL', 'REMOVE_DUPLICATES', 'SPLIT_TEXT_INTO_COLUMNS']);

/** Call once, before the first model exists: models expose their dispatch during construction. */
export function interceptCommands(interception: Interception): void {
  const models = Model.prototype as unknown as {
    dispatch: Dispatch;
    setupUiPluginConfig(this: { dispatch: Dispatch }): object;
  };
  const setup = models.setupUiPluginConfig;
  models.setupUiPluginConfig = function () {
    this.dispatch = intercepted(this.dispatch, interception);
    return setup.call(this);
  };
}

function intercepted(own: Dispatch, interception: Interception): Dispatch {
  let depth = 0;
  return (type, payload = {}) => {
    // The grid tries to fill in checkbox values, but cells are stored only on the server.
    if (interception.applying && type === 'UPDATE_CELL') return DispatchResult.Success;
    if (interception.applying) return own(type, payload);
    if (type === 'REQUEST_UNDO' || type === 'REQUEST_REDO') {
      interception.turn(type === 'REQUEST_UNDO' ? 'undo' : 'redo');
      return DispatchResult.Success;
    }
    const command = { ...payload, type } as Command;
    if (impossible.has(type)) return refused(interception, command);
    if (type === 'UPDATE_CELL' && depth === 0 && typeof command.content === 'string') {
      // The server formats typed values.
      delete command.format;
      command.content = withoutLink(command.content, interception.linkAt(command as never));
    }
    // The grid would drop it.
    if (type === 'ACTIVATE_SHEET' && command.sheetIdFrom !== command.sheetIdTo) interception.enterTyped();
    const edits = type === 'MOVE_SHEET' ? sheetMoved(command, interception) : editsOf(command);
    if (edits !== undefined) {
      interception.send(edits);
      return DispatchResult.Success;
    }
    const filters = filtersOf(command);
    if (filters) interception.send(filters);
    // Drop borders, merges, and rules from a paste, because the host doesn't support them.
    if (isCoreCommand(command as never)) return depth > 0 ? DispatchResult.Success : refused(interception, command);
    depth++;
    try {
      return own(type, payload);
    } finally {
      depth--;
    }
  };
}

/** The grid wraps text typed over a link as Markdown. Google replaces the link. */
function withoutLink(content: string, link: string | undefined): string {
  const end = `](${link})`;
  return link !== undefined && content.startsWith('[') && content.endsWith(end)
    ? content.slice(1, -end.length)
    : content;
}

function sheetMoved({ sheetId, delta }: Command, { moved }: Interception): Edit[] {
  return [{ do: 'moveSheet', sheet: Number(sheetId), index: moved(sheetId!, delta as number) }];
}

function refused({ refuse }: Interception, { type }: Command): DispatchResult {
  const what = type
    .toLowerCase()
    .replace(/^request_/, '')
    .replaceAll('_', ' ');
  refuse(`The workbench does not support this: ${what}.`);
  return new DispatchResult('Readonly' as never);
}
