/** The calls of our formulas in the text of a cell, as far as their arguments are known without computing anything. */
import { columnNumber } from '../../tables/formula-text.ts';
import type { CellInput } from '../formula.ts';

/** Rows and columns count from 1; without a last one it goes on to the end of the sheet. */
export interface AreaText {
  /** Nothing for the sheet of the formula itself. */
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

export interface CallsRead {
  readonly calls: readonly CallText[];
  /** Calls that may never be computed, though their arguments are known. */
  readonly conditional: readonly CallText[];
  /** Calls whose arguments are not known. */
  readonly unread: number;
}

/** What stands in these may never be computed. */
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
/** What may follow an argument or a part of one. */
const END = /^\s*[&,;)]/;

export function callsIn(formula: string): CallsRead {
  const [calls, conditional]: [CallText[], CallText[]] = [[], []];
  let unread = 0;
  const outer: string[] = [];
  let rest = formula.slice(1);
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

/** The arguments up to the closing bracket, and how long their text is; nothing when one of them is not known. */
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
