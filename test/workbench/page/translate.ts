/** Translates the grid's commands into edits for the server. */
import type { Area, Edit, WireStyle } from '../wire.ts';
import type { Zone } from './cells.ts';
import { chartOf } from './charts.ts';

export type Command = Record<string, unknown> & { type: string; sheetId?: string };

/** A moved or resized chart. */
interface Figure {
  figureId: string;
  row: number;
  col: number;
  offset: { x: number; y: number };
  width?: number;
  height?: number;
}

type Placed = Extract<Edit, { do: 'placeChart' }>;
type StyleChange = Extract<Edit, { do: 'style' }>['style'];

export function areaOf(sheetId: string, { top, left, bottom, right }: Zone): Area {
  const size = { rows: bottom - top + 1, columns: right - left + 1 };
  return { sheet: Number(sheetId), row: top + 1, column: left + 1, ...size };
}

const styleNames: Record<string, keyof WireStyle> = {
  fillColor: 'background',
  textColor: 'color',
  bold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strikethrough: 'strikethrough',
  fontSize: 'size',
  align: 'align',
  verticalAlign: 'vertical',
  wrapping: 'wrap',
};

/** Undefined and null reset a property to its default. */
function styleChange(style: Record<string, unknown> | undefined, format: unknown): StyleChange {
  const change: StyleChange = {};
  for (const [theirs, value] of Object.entries(style ?? {})) {
    const ours = styleNames[theirs];
    if (ours) change[ours] = (value ?? '') as string | number | boolean;
  }
  // The grid's AM/PM format.
  if (typeof format === 'string') change.format = format.replace(/ a$/, ' am/pm');
  return change;
}

const noStyle = Object.fromEntries(Object.keys(styleNames).map((name) => [name, '']));

const axisOf = (command: Command) => (command.dimension === 'ROW' ? ('row' as const) : ('column' as const));
const sheetOf = (command: Command) => Number(command.sheetId);
const linesOf = (command: Command) => (command.elements as number[]).map((index) => index + 1);
const zonesOf = (command: Command) => command.target as Zone[];

function cleared(command: Command, what: 'contents' | 'formats' | 'everything'): Edit[] {
  return zonesOf(command).map((zone) => ({ do: 'clear', what, ...areaOf(command.sheetId!, zone) }));
}

function cellUpdated(command: Command): Edit[] {
  const { sheetId, row, col, content, style, format } = command as Command & { row: number; col: number };
  const zone = { top: row, left: col, bottom: row, right: col };
  // The command has the cell's complete style; null means no style.
  const whole = style === undefined ? undefined : { ...noStyle, ...(style as object) };
  // A pasted value without a format resets the cell's.
  const isPlain = format === null || ('format' in command && format === undefined && content !== undefined);
  const change = styleChange(whole, isPlain ? '' : format);
  const edits: Edit[] = [];
  if (Object.keys(change).length > 0) edits.push({ do: 'style', style: change, ...areaOf(sheetId!, zone) });
  if (typeof content === 'string')
    edits.push({ do: 'type', sheet: Number(sheetId), cells: [[row + 1, col + 1, content]] });
  return edits;
}

const translations: Record<string, (command: Command) => Edit[]> = {
  UPDATE_CELL: cellUpdated,
  CLEAR_CELL: (command) => {
    const { row, col } = command as Command & { row: number; col: number };
    const zone = { top: row, left: col, bottom: row, right: col };
    return [{ do: 'clear', what: 'everything', ...areaOf(command.sheetId!, zone) }];
  },
  CLEAR_CELLS: (command) => cleared(command, 'everything'),
  DELETE_CONTENT: (command) => cleared(command, 'contents'),
  CLEAR_FORMATTING: (command) => cleared(command, 'formats'),
  SET_FORMATTING: (command) => {
    const style = styleChange(command.style as Record<string, unknown> | undefined, command.format);
    return zonesOf(command).map((zone) => ({ do: 'style', style, ...areaOf(command.sheetId!, zone) }));
  },
  ADD_COLUMNS_ROWS: (command) => {
    const { base, position, quantity } = command as Command & { base: number; quantity: number };
    const before = base + (position === 'after' ? 2 : 1);
    return [{ do: 'insert', sheet: sheetOf(command), axis: axisOf(command), before, count: quantity }];
  },
  REMOVE_COLUMNS_ROWS: (command) => [
    { do: 'delete', sheet: sheetOf(command), axis: axisOf(command), lines: linesOf(command) },
  ],
  MOVE_COLUMNS_ROWS: (command) => {
    const { base, position } = command as Command & { base: number };
    const lines = linesOf(command);
    const before = base + (position === 'after' ? 2 : 1);
    const start = Math.min(...lines);
    return [{ do: 'move', sheet: sheetOf(command), axis: axisOf(command), start, count: lines.length, before }];
  },
  RESIZE_COLUMNS_ROWS: (command) => {
    const pixels = (command.size as number | null) ?? null;
    return [{ do: 'size', sheet: sheetOf(command), axis: axisOf(command), lines: linesOf(command), pixels }];
  },
  HIDE_COLUMNS_ROWS: (command) => hidden(command, true),
  UNHIDE_COLUMNS_ROWS: (command) => hidden(command, false),
  FREEZE_ROWS: (command) => [{ do: 'freeze', sheet: sheetOf(command), rows: command.quantity as number }],
  FREEZE_COLUMNS: (command) => [{ do: 'freeze', sheet: sheetOf(command), columns: command.quantity as number }],
  UNFREEZE_ROWS: (command) => [{ do: 'freeze', sheet: sheetOf(command), rows: 0 }],
  UNFREEZE_COLUMNS: (command) => [{ do: 'freeze', sheet: sheetOf(command), columns: 0 }],
  UNFREEZE_COLUMNS_ROWS: (command) => [{ do: 'freeze', sheet: sheetOf(command), rows: 0, columns: 0 }],
  SORT_CELLS: (command) => {
    const { col, zone, sortDirection } = command as Command & { col: number; zone: Zone };
    const ascending = sortDirection === 'asc';
    return [{ do: 'sort', by: col + 1, ascending, ...areaOf(command.sheetId!, zone) }];
  },
  CREATE_SHEET: (command) => [{ do: 'addSheet', name: String(command.name), index: (command.position as number) + 1 }],
  DUPLICATE_SHEET: (command) => [{ do: 'copySheet', sheet: sheetOf(command), name: String(command.sheetNameTo ?? '') }],
  RENAME_SHEET: (command) => [
    { do: 'renameSheet', sheet: sheetOf(command), name: String(command.newName ?? command.name) },
  ],
  DELETE_SHEET: (command) => [{ do: 'deleteSheet', sheet: sheetOf(command) }],
  HIDE_SHEET: (command) => [{ do: 'hideSheet', sheet: sheetOf(command), hidden: true }],
  SHOW_SHEET: (command) => [{ do: 'hideSheet', sheet: sheetOf(command), hidden: false }],
  SET_GRID_LINES_VISIBILITY: (command) => [
    { do: 'hideGridlines', sheet: sheetOf(command), hidden: command.areGridLinesVisible !== true },
  ],
  COLOR_SHEET: (command) => [
    { do: 'colorSheet', sheet: sheetOf(command), color: (command.color as string | undefined) ?? null },
  ],
  UPDATE_FIGURE: (command) => {
    const { figureId, row, col, offset, width, height } = command as Command & Figure;
    const size = { ...(width && { width }), ...(height && { height }) };
    const position: Placed['position'] = [row + 1, col + 1, offset.x, offset.y];
    return [{ do: 'placeChart', sheet: sheetOf(command), chart: chartOf(figureId), position, size }];
  },
  DELETE_FIGURE: (command) => [
    { do: 'removeChart', sheet: sheetOf(command), chart: chartOf(String(command.figureId)) },
  ],
  // Cut cells are cleared and pasted by separate commands. References don't follow them.
  MOVE_RANGES: () => [],
};

function hidden(command: Command, is: boolean): Edit[] {
  return [{ do: 'hide', sheet: sheetOf(command), axis: axisOf(command), lines: linesOf(command), hidden: is }];
}

/** The edits that tell the server about a filter; the page hides the rows itself. Undefined for other commands. */
export function filtersOf({ type, sheetId, col, value }: Command): Edit[] | undefined {
  if (type !== 'UPDATE_FILTER') return undefined;
  const { hiddenValues = [] } = (value ?? {}) as { hiddenValues?: string[] };
  const hidden = hiddenValues.map((text) => text.toLowerCase());
  return [{ do: 'filter', sheet: Number(sheetId), column: (col as number) + 1, hidden }];
}

/** Returns undefined for commands that the server doesn't support. */
export function editsOf(command: Command): Edit[] | undefined {
  return translations[command.type]?.(command);
}

/** Merges consecutive typed cells into one edit. */
export function joined(edits: readonly Edit[]): Edit[] {
  const result: Edit[] = [];
  for (const edit of edits) {
    const last = result.at(-1);
    if (edit.do === 'type' && last?.do === 'type' && last.sheet === edit.sheet) last.cells.push(...edit.cells);
    else result.push(edit);
  }
  return result;
}
