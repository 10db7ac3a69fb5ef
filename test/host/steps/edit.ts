import { parseArea } from '../a1.ts';
import type { ChangeType } from '../execution/events.ts';
import type { Host } from '../host.ts';
import { demandEditable, demandWholeEditable } from '../services/protection.ts';
import type { Workbook } from '../workbook/workbook.ts';
import { sheetNamed } from './cells.ts';
import { changing, editing } from './editing.ts';
import type { World } from './world.ts';

interface Details {
  column?: number;
  row?: number;
  ascending?: boolean;
  from?: number;
  to?: number | string;
  before?: number;
  cell?: string;
  range?: string;
  text?: string;
  color?: string;
}

type Edit = (workbook: Workbook, sheetId: number, details: Details) => void;

/** Google's change type for each edit. Other edits are `OTHER`; content edits are handled separately. */
const changeTypes: Record<string, ChangeType> = {
  insertRow: 'INSERT_ROW',
  insertColumn: 'INSERT_COLUMN',
  deleteRow: 'REMOVE_ROW',
  deleteColumn: 'REMOVE_COLUMN',
  background: 'FORMAT',
  deleteSheet: 'REMOVE_GRID',
};

function rectOf(workbook: Workbook, sheetId: number, text: string | undefined) {
  const area = parseArea(text ?? '', workbook.sheet(sheetId));
  if (!area) throw new Error(`Not a range: ${text}`);
  return area;
}

function number(details: Details, name: 'column' | 'row' | 'from' | 'to' | 'before'): number {
  const value = details[name];
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new Error(`The edit needs a whole number for "${name}".`);
  return value;
}

const edits: Record<string, Edit> = {
  sort: (workbook, sheetId, details) =>
    workbook.sortSheet(sheetId, { column: number(details, 'column'), ascending: details.ascending ?? true }),
  moveColumn: (workbook, sheetId, details) => {
    const [from, to] = [number(details, 'from'), number(details, 'to')];
    // `to` is the position after the move; the workbook expects a position from before it.
    workbook.moveColumns(sheetId, from, 1, to > from ? to + 1 : to);
  },
  insertRow: (workbook, sheetId, details) => workbook.insertRows(sheetId, number(details, 'before'), 1),
  insertColumn: (workbook, sheetId, details) => workbook.insertColumns(sheetId, number(details, 'before'), 1),
  deleteRow: (workbook, sheetId, details) => workbook.deleteRows(sheetId, number(details, 'row'), 1),
  deleteColumn: (workbook, sheetId, details) => workbook.deleteColumns(sheetId, number(details, 'column'), 1),
  hideColumn: (workbook, sheetId, details) => workbook.setColumnsHidden(sheetId, number(details, 'column'), 1, true),
  note: (workbook, sheetId, { cell, text }) =>
    workbook.fill(sheetId, rectOf(workbook, sheetId, cell), 'notes', text ?? ''),
  background: (workbook, sheetId, { cell, color }) =>
    workbook.fill(sheetId, rectOf(workbook, sheetId, cell), 'backgrounds', color ?? null),
  renameSheet: (workbook, sheetId, { to }) => workbook.renameSheet(sheetId, String(to)),
  deleteSheet: (workbook, sheetId) => workbook.deleteSheet(sheetId),
  clear: (workbook, sheetId, { range }) =>
    workbook.clear(sheetId, rectOf(workbook, sheetId, range), { contents: true }),
};

/**
 * Throws if a protection forbids the edit. A user without access to part of a sheet can't change its rows or columns.
 */
function demandAllowed(host: Host, name: string, sheetId: number, { cell, range }: Details): void {
  const person = { host, user: host.user };
  const place = name === 'clear' ? range : cell;
  if (place !== undefined) demandEditable(person, sheetId, rectOf(host.workbook, sheetId, place));
  else if (name !== 'renameSheet') demandWholeEditable(person, sheetId);
}

export async function edit(world: World, [name, sheet, details = {}]: [string, string, Details?]): Promise<unknown> {
  const host = await world.host();
  const perform = edits[name];
  if (!perform) throw new Error(`Unknown edit: ${name}`);
  const { sheetId } = sheetNamed(host, sheet);
  demandAllowed(host, name, sheetId, details);
  const change = () => perform(host.workbook, sheetId, details);
  if (name === 'clear') await editing(host, { sheetId, ...rectOf(host.workbook, sheetId, details.range) }, change);
  else await changing(host, changeTypes[name] ?? 'OTHER', change);
  await host.workbook.settled();
  return null;
}
