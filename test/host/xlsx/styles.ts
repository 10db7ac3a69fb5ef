// The number formats and bold faces of a workbook as a style sheet, numbered as cells refer to them.
import { escapeXml } from './xml.ts';

const firstOwnFormat = 164;

export class Styles {
  readonly #formats = new Map<string, number>();
  readonly #cells = new Map<string, number>([['0 false', 0]]);

  /** The number by which a cell names its style. */
  of(format: string, bold: boolean): number {
    const key = `${this.#formatId(format)} ${bold}`;
    const known = this.#cells.get(key);
    if (known !== undefined) return known;
    this.#cells.set(key, this.#cells.size);
    return this.#cells.size - 1;
  }

  xml(): string {
    const formats = [...this.#formats].map(
      ([code, id]) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`,
    );
    const cells = [...this.#cells.keys()].map((key) => {
      const [format, bold] = key.split(' ');
      const font = bold === 'true' ? 1 : 0;
      return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
    });
    const list = (name: string, items: string[]) =>
      items.length === 0 ? '' : `<${name} count="${items.length}">${items.join('')}</${name}>`;
    const font = (bold: string) => `<font>${bold}<sz val="10"/><name val="Arial"/></font>`;
    return (
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      list('numFmts', formats) +
      list('fonts', [font(''), font('<b/>')]) +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      list('cellXfs', cells) +
      '</styleSheet>'
    );
  }

  #formatId(format: string): number {
    if (format === 'General') return 0;
    const known = this.#formats.get(format);
    if (known !== undefined) return known;
    const id = firstOwnFormat + this.#formats.size;
    this.#formats.set(format, id);
    return id;
  }
}
