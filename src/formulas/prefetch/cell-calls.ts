/** Parses calls to our formulas in cells, and reads the cells their arguments refer to. */
import { oncePer } from '../../protocol/store.ts';
import { around } from '../../tables/canvas.ts';
import { columnNumber } from '../../tables/formula-text.ts';
import type { Area } from '../../tables/sheet.ts';
import type { CellInput, Input } from '../formula.ts';
import { isError } from '../parsed-arguments.ts';
import type { SheetView, Workbook } from '../ports.ts';

/** Rows and columns are 1-based. If `bottom` or `right` is missing, the area extends to the end of the sheet. */
interface AreaText {
  /** Undefined for the formula's own sheet. */
  readonly sheet?: string;
  readonly top: number;
  readonly left: number;
  readonly bottom?: number;
  readonly right?: number;
}

export type ArgumentText =
  | { readonly value: CellInput }
  | { readonly area: AreaText }
  | { readonly name: string }
  | { readonly joined: readonly ArgumentText[] };

export interface CallText {
  readonly name: string;
  readonly arguments: readonly ArgumentText[];
}

interface CallsRead {
  readonly calls: readonly CallText[];
  /** Calls inside functions such as IF, which may not evaluate them. */
  readonly conditional: readonly CallText[];
  readonly unread: number;
}

/** Functions that don't evaluate all their arguments. */
const CONDITIONAL = new Set(['IF', 'IFS', 'SWITCH', 'CHOOSE']);

const OURS = /^MARKET_[A-Z_]+$/;
const FUNCTION = /^([A-Za-z_][\w.]*)\s*\(/;
const TEXT = /^"((?:[^"]|"")*)"/;
const QUOTED = /^'(?:[^']|'')*'/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(E[+-]?\d+)?(\s*%)?/i;
const TRUTH = /^(TRUE|FALSE)\b/i;
const NAME = /^[A-Za-z_\u0080-\uffff][\w.\u0080-\uffff]*/;
const AREA =
  /^(?:('(?:[^']|'')+'|[^\s'"!&,;:(){}<>=+*/^%-]+)!)?\$?([A-Z]{1,3})?\$?([1-9]\d{0,7})?(?::\$?([A-Z]{1,3})?\$?([1-9]\d{0,7})?)?/i;
const END = /^\s*[&,;)]/;

export function callsIn(formula: string): CallsRead {
  const [calls, conditional]: [CallText[], CallText[]] = [[], []];
  let unread = 0;
  const outer: string[] = [];
  let rest = formula;
  while (rest !== '') {
    const skipped = TEXT.exec(rest) ?? QUOTED.exec(rest);
    const called = FUNCTION.exec(rest);
    let taken = skipped?.[0].length ?? called?.[0].length ?? NAME.exec(rest)?.[0].length ?? 1;
    const name = called?.[1]?.toUpperCase();
    if (name !== undefined && OURS.test(name)) {
      const read = argumentsIn(rest.slice(called![0].length));
      if (read) {
        const isConditional = outer.some((each) => CONDITIONAL.has(each));
        (isConditional ? conditional : calls).push({ name, arguments: read.arguments });
        taken += read.length;
      } else {
        unread++;
        outer.push(name);
      }
    } else if (name !== undefined || rest.startsWith('(')) outer.push(name ?? '');
    else if (rest.startsWith(')')) outer.pop();
    rest = rest.slice(taken);
  }
  return { calls, conditional, unread };
}

/** Parses arguments up to the closing parenthesis. Returns undefined if one is unknown. */
function argumentsIn(text: string): { arguments: ArgumentText[]; length: number } | undefined {
  const found: ArgumentText[] = [];
  let rest = text.trimStart();
  if (rest.startsWith(')')) return { arguments: [], length: text.length - rest.length + 1 };
  for (;;) {
    const parts: ArgumentText[] = [];
    do {
      rest = rest.replace(/^[\s&]+/, '');
      const operand = operandIn(rest);
      if (!operand) return undefined;
      parts.push(operand.argument);
      rest = rest.slice(operand.length).trimStart();
    } while (rest.startsWith('&'));
    found.push(parts.length === 1 ? parts[0]! : { joined: parts });
    const isLast = rest.startsWith(')');
    rest = rest.slice(1);
    if (isLast) return { arguments: found, length: text.length - rest.length };
  }
}

function operandIn(text: string): { argument: ArgumentText; length: number } | undefined {
  if (/^[,;)]/.test(text)) return { argument: { value: undefined }, length: 0 };
  const [length, argument] = literalIn(text) ?? areaIn(text) ?? nameIn(text) ?? [0, undefined];
  return argument && END.test(text.slice(length)) ? { argument, length } : undefined;
}

type Operand = readonly [length: number, argument: ArgumentText];

function literalIn(text: string): Operand | undefined {
  const quoted = TEXT.exec(text);
  if (quoted) return [quoted[0].length, { value: quoted[1]!.replace(/""/g, '"') }];
  const truth = TRUTH.exec(text);
  if (truth) return [truth[0].length, { value: truth[1]!.toUpperCase() === 'TRUE' }];
  const number = NUMBER.exec(text);
  if (!number || !END.test(text.slice(number[0].length))) return undefined;
  const value = Number(number[0].replace(/\s*%$/, ''));
  return [number[0].length, { value: number[3] === undefined ? value : value / 100 }];
}

function areaIn(text: string): Operand | undefined {
  const [whole = '', sheet, left, top, right, bottom] = AREA.exec(text) ?? [];
  const isRange = whole.includes(':');
  if (isRange ? !(left ? right : top && bottom) : !(left && top)) return undefined;
  if (!END.test(text.slice(whole.length))) return undefined;
  const first = { top: Number(top ?? 1), left: left ? columnNumber(left) : 1 };
  const last = isRange
    ? { ...(bottom ? { bottom: Number(bottom) } : {}), ...(right ? { right: columnNumber(right) } : {}) }
    : { bottom: first.top, right: first.left };
  const name = sheet?.replace(/^'(.*)'$/, '$1').replace(/''/g, "'");
  return [whole.length, { area: { ...(name === undefined ? {} : { sheet: name }), ...first, ...last } }];
}

function nameIn(text: string): Operand | undefined {
  const name = NAME.exec(text)?.[0];
  return name === undefined ? undefined : [name.length, { name }];
}

/** Wraps an input, because an undefined input means a blank cell. */
export interface Block {
  readonly input: Input;
}

interface Read {
  readonly area: Area;
  readonly values: readonly (readonly CellInput[])[];
}

interface Reference {
  readonly sheet: SheetView;
  readonly argument: ArgumentText;
}

/**
 * Returns a reader for argument values. It returns undefined if a value is unknown, or if the references to its sheet
 * span more than `mostCells`.
 */
export function readCells(
  workbook: Workbook,
  references: readonly Reference[],
  mostCells: number,
): (sheet: SheetView, argument: ArgumentText) => Block | undefined {
  const sheetOf = oncePer((name: string) => workbook.sheet(name));
  const named = oncePer((name: string) => workbook.named(name));
  const locate: Locate = (own, argument) => {
    const at = 'name' in argument ? named(argument.name) : undefined;
    const text = 'area' in argument ? argument.area : undefined;
    const name = at?.sheet ?? text?.sheet;
    const sheet = name === undefined ? own : sheetOf(name);
    const area = at?.area ?? (text && sheet ? within(sheet, text) : undefined);
    return sheet && area && { sheet, area };
  };
  const reads = new Map<SheetView, Read>();
  for (const [sheet, area] of extents(references, locate)) {
    const cells = (area.bottom - area.top + 1) * (area.right - area.left + 1);
    if (cells <= mostCells) reads.set(sheet, { area, values: sheet.values(area) });
  }
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

/** Returns the area that encloses all references to a sheet, for each sheet. */
function extents(references: readonly Reference[], locate: Locate): ReadonlyMap<SheetView, Area> {
  const found = new Map<SheetView, Area>();
  const include = (own: SheetView, argument: ArgumentText) => {
    if ('joined' in argument) for (const part of argument.joined) include(own, part);
    const range = 'value' in argument || 'joined' in argument ? undefined : locate(own, argument);
    if (!range) return;
    const known = found.get(range.sheet);
    found.set(range.sheet, known ? around(known, range.area) : range.area);
  };
  for (const { sheet, argument } of references) include(sheet, argument);
  return found;
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

/** Matches `Loading...` in any language. No identifier ends in dots. */
const LOADING = /(\.\.\.|…)$/;

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
