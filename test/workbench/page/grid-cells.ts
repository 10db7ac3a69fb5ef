/** Converts the server's cells to the grid library's typed and displayed cells. */
import { CompiledFormula, helpers } from '@odoo/o-spreadsheet';
import type { WireStyle } from '../wire.ts';
import { type Cells, type Position, partsOf } from './cells.ts';
import { type Link, linkOf } from './links.ts';

const LOCALE = {
  name: 'English (US)',
  code: 'en_US',
  thousandsSeparator: ',',
  decimalSeparator: '.',
  weekStart: 7,
  dateFormat: 'm/d/yyyy',
  timeFormat: 'hh:mm:ss a',
  formulaArgSeparator: ',',
};

interface GridStyle {
  style: Record<string, unknown> | undefined;
  format: string | undefined;
}

export interface Shown {
  value: string | number | boolean | null;
  format: string | undefined;
  formattedValue: string;
  type: 'empty' | 'error' | 'number' | 'boolean' | 'text';
  position: Position;
  message: string | undefined;
  isAutoSummable: boolean;
  defaultAlign: 'left' | 'center' | 'right';
  link?: Link;
}

type Getters = Parameters<typeof CompiledFormula.Compile>[2];

export class GridCells {
  readonly #cells: Cells;
  readonly #styles = new WeakMap<WireStyle, GridStyle>();
  readonly #compiled = new Map<string, CompiledFormula>();
  getters: Getters | undefined;

  constructor(cells: Cells) {
    this.#cells = cells;
  }

  /** Returns undefined if the cell has no content or style. */
  typed(position: Position): object | undefined {
    const wire = this.#cells.at(position);
    if (wire === undefined) return undefined;
    const { value, style: index, formula } = partsOf(wire);
    const { style, format } = this.#style(index);
    const covered = formula === undefined && this.#isCovered(position);
    if ((covered || value === '') && formula === undefined && !style && !format) return undefined;
    const common = { id: position.row * 20_000 + position.col + 1, style, format };
    if (formula !== undefined) {
      const compile = () => this.#compile(formula, position.sheetId);
      return {
        ...common,
        isFormula: true,
        get compiledFormula() {
          return compile();
        },
      };
    }
    if (covered) return { ...common, isFormula: false, content: '', parsedValue: null };
    const parsedValue = value === '' ? null : value;
    return { ...common, isFormula: false, content: contentOf(value, format), parsedValue };
  }

  /** Style from conditional formats. */
  look(position: Position): Record<string, unknown> | undefined {
    const { look } = partsOf(this.#cells.at(position));
    return look === 0 ? undefined : this.#style(look).style;
  }

  shown(position: Position): Shown {
    const wire = this.#cells.at(position);
    const { value, display, style, formula, message, link: url } = partsOf(wire);
    const { format } = this.#style(style);
    const link = url === undefined ? undefined : linkOf(url, display);
    const common = { format, formattedValue: display, position, message, ...(link && { link }) };
    if (value === '' && formula === undefined)
      return { ...common, value: null, type: 'empty', isAutoSummable: true, defaultAlign: 'left' };
    if (message !== undefined)
      return { ...common, value, type: 'error', isAutoSummable: false, defaultAlign: 'center' };
    if (typeof value === 'number')
      return { ...common, value, type: 'number', isAutoSummable: true, defaultAlign: 'right' };
    if (typeof value === 'boolean')
      return { ...common, value, type: 'boolean', isAutoSummable: false, defaultAlign: 'center' };
    return { ...common, value, type: 'text', isAutoSummable: true, defaultAlign: 'left' };
  }

  #isCovered(position: Position): boolean {
    return this.#cells.coveredBy(position) !== undefined;
  }

  #style(index: number): GridStyle {
    const wire = this.#cells.style(index);
    let known = this.#styles.get(wire);
    if (known === undefined) {
      known = gridStyle(wire);
      this.#styles.set(wire, known);
    }
    return known;
  }

  #compile(formula: string, sheetId: string): CompiledFormula {
    const key = `${sheetId}!${formula}`;
    let compiled = this.#compiled.get(key);
    if (compiled === undefined) {
      if (this.#compiled.size > 10_000) this.#compiled.clear();
      compiled = CompiledFormula.Compile(formula, sheetId, this.getters!);
      this.#compiled.set(key, compiled);
    }
    return compiled;
  }
}

function gridStyle(wire: WireStyle): GridStyle {
  const { format, background, color, bold, italic, underline, strikethrough, size, align, vertical, wrap } = wire;
  const style: Record<string, unknown> = {
    ...(background && { fillColor: background }),
    ...(color && { textColor: color }),
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(underline && { underline }),
    ...(strikethrough && { strikethrough }),
    ...(size && { fontSize: size }),
    ...(align && { align }),
    ...(vertical && { verticalAlign: vertical }),
    ...(wrap && { wrapping: wrap }),
  };
  return { style: Object.keys(style).length > 0 ? style : undefined, format: understood(format) };
}

/**
 * Converts a format for the library, which supports only two-digit hours and has another AM/PM pattern. Drops formats
 * that it shows as errors; the server sends the display text anyway.
 */
function understood(format: string | undefined): string | undefined {
  if (format === undefined) return undefined;
  const known = format.replace(/(^|[^h])h:/, '$1hh:').replace(/ am\/pm$/i, ' a');
  try {
    return helpers.formatValue(1234.5, { format: known, locale: LOCALE as never }) === '#ERROR' ? undefined : known;
  } catch {
    return undefined;
  }
}

/** Returns the text that a user would type to get the value. */
function contentOf(value: string | number | boolean, format: string | undefined): string {
  if (typeof value !== 'string') return String(value).toUpperCase();
  const isText = format === '@';
  return !isText && wouldBeTaken(value) ? `'${value}` : value;
}

/** Returns true if typing this text would produce a different value. */
function wouldBeTaken(text: string): boolean {
  if (/^['=]/.test(text) || /^(?:true|false)$/i.test(text)) return true;
  if (/^[\s+\-$(]*[\d.,]+(?:e[+-]?\d+)?[\s%)]*$/i.test(text)) return /\d/.test(text);
  return /^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?(?:\s|$)/.test(text) || /^\d{1,2}:\d{2}/.test(text);
}
