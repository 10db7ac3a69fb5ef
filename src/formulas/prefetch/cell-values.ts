/** The values of arguments that refer to cells: each sheet is read once, where they lie. */
import type { CellInput, Input } from '../formula.ts';
import { isError } from '../parsed-arguments.ts';
import type { Area, SheetView, Workbook } from '../ports.ts';
import type { AreaText, ArgumentText } from './call-text.ts';

/** An input in a box, since a blank is one too. */
export interface Block {
  readonly input: Input;
}

interface Read {
  readonly area: Area;
  readonly values: readonly (readonly CellInput[])[];
}

/** An argument, and the sheet on which it stands. */
interface Reference {
  readonly sheet: SheetView;
  readonly argument: ArgumentText;
}

/** Gives what an argument on a sheet stands for; nothing when that is not known, or lies too far apart to be read. */
export function readCells(
  workbook: Workbook,
  references: readonly Reference[],
  mostCells: number,
): (sheet: SheetView, argument: ArgumentText) => Block | undefined {
  const sheets = new Map<string, SheetView | undefined>();
  // Asked for its name is only who stands nearer than what is looked for, and nobody where the sheet is not named.
  const sheetOf = (name: string) => {
    if (!sheets.has(name))
      sheets.set(
        name,
        workbook.sheets().find((each) => each.name.toLowerCase() === name),
      );
    return sheets.get(name);
  };
  const names = new Map<string, ReturnType<Workbook['named']>>();
  const named = (name: string) => {
    if (!names.has(name)) names.set(name, workbook.named(name));
    return names.get(name);
  };
  const locate: Locate = (own, argument) => {
    const at = 'name' in argument ? named(argument.name) : undefined;
    const text = 'area' in argument ? argument.area : undefined;
    const name = at?.sheet ?? text?.sheet;
    const sheet = name === undefined ? own : sheetOf(name.toLowerCase());
    const area = at?.area ?? (text && sheet ? within(sheet, text) : undefined);
    return sheet && area && { sheet, area };
  };
  const reads = new Map<SheetView, Read>();
  for (const [sheet, area] of extents(references, locate))
    if (sizeOf(area) <= mostCells) reads.set(sheet, { area, values: sheet.values(area) });
  const inputOf = (own: SheetView, argument: ArgumentText): Block | undefined => {
    if ('value' in argument) return { input: argument.value };
    if ('joined' in argument) return joined(argument.joined.map((part) => inputOf(own, part)));
    const range = locate(own, argument);
    const read = range && reads.get(range.sheet);
    return read && blockIn(read, range.area);
  };
  return inputOf;
}

function within({ rows, columns }: SheetView, { top, left, bottom, right }: AreaText): Area {
  return { top, left, bottom: bottom ?? Math.max(rows, top), right: right ?? Math.max(columns, left) };
}

type Locate = (own: SheetView, argument: ArgumentText) => { sheet: SheetView; area: Area } | undefined;

/** What encloses all cells that are referred to, by sheet. */
function extents(references: readonly Reference[], locate: Locate): ReadonlyMap<SheetView, Area> {
  const found = new Map<SheetView, Area>();
  const include = (own: SheetView, argument: ArgumentText): void => {
    if ('joined' in argument) for (const part of argument.joined) include(own, part);
    const range = 'value' in argument || 'joined' in argument ? undefined : locate(own, argument);
    if (!range) return;
    const known = found.get(range.sheet);
    found.set(range.sheet, known ? enclosing(known, range.area) : range.area);
  };
  for (const { sheet, argument } of references) include(sheet, argument);
  return found;
}

function enclosing(one: Area, other: Area): Area {
  return {
    top: Math.min(one.top, other.top),
    left: Math.min(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.max(one.right, other.right),
  };
}

function sizeOf({ top, left, bottom, right }: Area): number {
  return (bottom - top + 1) * (right - left + 1);
}

function blockIn({ area, values }: Read, { top, left, bottom, right }: Area): Block | undefined {
  const rows: CellInput[][] = [];
  for (let row = top; row <= bottom; row++) {
    const line = values[row - area.top]?.slice(left - area.left, right - area.left + 1) ?? [];
    if (line.some(isUnknown)) return undefined;
    rows.push(line);
  }
  return { input: rows.length === 1 && rows[0]!.length === 1 ? rows[0]![0] : rows };
}

/** `Loading...`, in whatever language: no identifier ends so. */
const LOADING = /(\.\.\.|…)$/;

/** A cell that is still being computed, or shows an error. */
export function isUnknown(cell: CellInput): boolean {
  return (typeof cell === 'string' && LOADING.test(cell)) || isError(cell);
}

function joined(parts: readonly (Block | undefined)[]): Block | undefined {
  const texts = parts.map((part) => {
    const input = part?.input ?? (part ? '' : undefined);
    if (input === undefined || Array.isArray(input) || input instanceof Date) return undefined;
    return typeof input === 'boolean' ? String(input).toUpperCase() : String(input);
  });
  return texts.some((text) => text === undefined) ? undefined : { input: texts.join('') };
}
