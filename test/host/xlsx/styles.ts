// Cell formats as a style sheet with numbered entries.
import type { Difference } from '../workbook/conditional-formats.ts';
import type { STYLE_DEFAULTS } from '../workbook/surface.ts';
import { opaque } from './colors.ts';
import { spreadsheetNamespace } from './names.ts';
import { counted, element } from './xml.ts';

/** A cell's format. Absent properties are Google's defaults. */
export type Look = Partial<
  Pick<
    typeof STYLE_DEFAULTS,
    | 'numberFormats'
    | 'backgrounds'
    | 'fontColors'
    | 'fontWeights'
    | 'fontStyles'
    | 'fontLines'
    | 'fontSizes'
    | 'fontFamilies'
    | 'horizontalAlignments'
    | 'verticalAlignments'
    | 'wrapStrategies'
  >
>;

const firstOwnFormat = 164;

/** Numbers items in order of first use. */
class Numbered {
  readonly #items: Map<string, number>;
  constructor(...first: string[]) {
    this.#items = new Map(first.map((item, index) => [item, index]));
  }
  of(item: string): number {
    const known = this.#items.get(item);
    if (known !== undefined) return known;
    this.#items.set(item, this.#items.size);
    return this.#items.size - 1;
  }
  items(): string[] {
    return [...this.#items.keys()];
  }
}

const patterned = (type: string, ...content: string[]) =>
  element('fill', {}, element('patternFill', { patternType: type }, ...content));

export class Styles {
  readonly #formats = new Numbered();
  readonly #fonts = new Numbered(fontOf({}));
  // The first two entries are reserved.
  readonly #fills = new Numbered(patterned('none'), patterned('gray125'));
  readonly #cells = new Numbered(element('xf', { numFmtId: 0, fontId: 0, fillId: 0, borderId: 0, xfId: 0 }));
  readonly #differences: string[] = [];
  readonly #known = new Map<string, number>();
  readonly #seen = new WeakMap<Look, number>();

  /** The style number of a cell. */
  of(look: Look): number {
    const seen = this.#seen.get(look);
    if (seen !== undefined) return seen;
    const key = JSON.stringify(look);
    const number = this.#known.get(key) ?? this.#cells.of(this.#cell(look));
    this.#known.set(key, number);
    this.#seen.set(look, number);
    return number;
  }

  /** The style number of a conditional format. */
  difference({ background, fontColor, bold, italic, underline, strike }: Difference): number {
    const color = opaque(fontColor);
    const fill = opaque(background);
    const font = [
      bold === undefined ? '' : element('b', { val: bold }),
      italic === undefined ? '' : element('i', { val: italic }),
      strike === undefined ? '' : element('strike', { val: strike }),
      color ? element('color', { rgb: color }) : '',
      underline === undefined ? '' : element('u', { val: underline ? 'single' : 'none' }),
    ].join('');
    this.#differences.push(
      element(
        'dxf',
        {},
        font && element('font', {}, font),
        fill ? patterned('solid', element('fgColor', { rgb: fill }), element('bgColor', { rgb: fill })) : '',
      ),
    );
    return this.#differences.length - 1;
  }

  xml(): string {
    const formats = this.#formats
      .items()
      .map((formatCode, index) => element('numFmt', { numFmtId: firstOwnFormat + index, formatCode }));
    const border = element(
      'border',
      {},
      ...['left', 'right', 'top', 'bottom', 'diagonal'].map((side) => element(side)),
    );
    return element(
      'styleSheet',
      { xmlns: spreadsheetNamespace },
      counted('numFmts', formats),
      counted('fonts', this.#fonts.items()),
      counted('fills', this.#fills.items()),
      counted('borders', [border]),
      counted('cellStyleXfs', [element('xf', { numFmtId: 0, fontId: 0, fillId: 0, borderId: 0 })]),
      counted('cellXfs', this.#cells.items()),
      counted('cellStyles', [element('cellStyle', { name: 'Normal', xfId: 0, builtinId: 0 })]),
      counted('dxfs', this.#differences),
    );
  }

  #cell(look: Look): string {
    const { numberFormats = 'General', backgrounds } = look;
    const fill = backgrounds && opaque(backgrounds);
    const fillId = fill
      ? this.#fills.of(patterned('solid', element('fgColor', { rgb: fill }), element('bgColor', { indexed: 64 })))
      : 0;
    const fontId = this.#fonts.of(fontOf(look));
    const numFmtId = numberFormats === 'General' ? 0 : firstOwnFormat + this.#formats.of(numberFormats);
    const alignment = alignmentOf(look);
    return element(
      'xf',
      {
        numFmtId,
        fontId,
        fillId,
        borderId: 0,
        xfId: 0,
        applyNumberFormat: numFmtId > 0 || undefined,
        applyFont: fontId > 0 || undefined,
        applyFill: fillId > 0 || undefined,
        applyAlignment: alignment !== '' || undefined,
      },
      alignment,
    );
  }
}

function fontOf({ fontWeights, fontStyles, fontLines, fontSizes = 10, fontColors, fontFamilies }: Look): string {
  const color = fontColors && opaque(fontColors);
  const family = fontFamilies?.split(',')[0] ?? 'Arial';
  return element(
    'font',
    {},
    fontWeights === 'bold' ? element('b') : '',
    fontStyles === 'italic' ? element('i') : '',
    fontLines === 'line-through' ? element('strike') : '',
    fontLines === 'underline' ? element('u') : '',
    element('sz', { val: fontSizes }),
    color ? element('color', { rgb: color }) : '',
    element('name', { val: family }),
  );
}

function alignmentOf({ horizontalAlignments: across, verticalAlignments: up, wrapStrategies }: Look): string {
  const sides: Record<string, string> = { left: 'left', center: 'center', right: 'right' };
  const heights: Record<string, string> = { top: 'top', middle: 'center' };
  const horizontal = sides[String(across).replace('general-', '')];
  const vertical = heights[String(up)];
  const wrapText = wrapStrategies === 'WRAP' || undefined;
  if (!horizontal && !vertical && !wrapText) return '';
  return element('alignment', { horizontal, vertical, wrapText });
}
