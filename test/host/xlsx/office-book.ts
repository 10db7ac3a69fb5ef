// A workbook in LibreOffice's flat XML format.
import { nodes, type XmlNode, xmlTree } from './xml-tree.ts';

export interface OfficeCell {
  readonly type: string;
  /** The stored text, number, or date such as `2025-06-16T12:00:00`. */
  readonly value: string;
  readonly shown: string;
  readonly formula: string | undefined;
  readonly note: string | undefined;
  readonly style: string | undefined;
  /** Columns and rows that a merged cell covers. */
  readonly spans: readonly [number, number];
  readonly validated: boolean;
}

export interface OfficeSheet {
  readonly name: string;
  readonly hidden: boolean;
  /** By 1-based row and column, such as `2,3`. Omits repeated blank cells. */
  readonly cells: ReadonlyMap<string, OfficeCell>;
  readonly hiddenRows: readonly number[];
  readonly hiddenColumns: readonly number[];
  /** Inches by column. */
  readonly widths: readonly number[];
  /** Each chart's type, such as `chart:bar`, and its text. */
  readonly charts: readonly { kind: string; text: string }[];
  readonly conditionalFormats: number;
}

/** A cell repeated more times than this is the blank remainder of the sheet. */
const rest = 1000;

export class OfficeBook {
  readonly sheets: OfficeSheet[];
  readonly filters: string[];
  readonly names: string[];
  readonly #styles = new Map<string, XmlNode>();

  constructor(flatXml: string) {
    const tree = xmlTree(flatXml, space);
    for (const style of nodes(tree, 'style:style')) this.#styles.set(style.attributes['style:name']!, style);
    this.sheets = [...nodes(tree, 'office:spreadsheet')][0]!.children
      .filter(({ name }) => name === 'table:table')
      .map((table) => this.#sheet(table));
    this.filters = [...nodes(tree, 'table:database-range')]
      .filter(({ attributes }) => attributes['table:display-filter-buttons'] === 'true')
      .map(({ attributes }) => attributes['table:target-range-address']!);
    this.names = [...nodes(tree, 'table:named-range')].map(({ attributes }) => attributes['table:name']!);
  }

  /** A style's properties, without prefixes. */
  look(style: string | undefined): Record<string, string> {
    const found = style === undefined ? undefined : this.#styles.get(style);
    const properties = (found?.children ?? []).flatMap(({ attributes }) => Object.entries(attributes));
    return Object.fromEntries(properties.map(([key, value]) => [key.replace(/^.*:/, ''), value]));
  }

  #sheet(table: XmlNode): OfficeSheet {
    const cells = new Map<string, OfficeCell>();
    const hiddenRows: number[] = [];
    const hiddenColumns: number[] = [];
    const widths: number[] = [];
    for (const { attributes } of nodes(table, 'table:table-column', 'draw:object')) {
      const width = Number.parseFloat(this.look(attributes['table:style-name'])['column-width']!);
      for (let count = repeated(attributes, 'columns'); count > 0 && widths.length < rest; count--) {
        widths.push(width);
        if (attributes['table:visibility'] === 'collapse') hiddenColumns.push(widths.length);
      }
    }
    let row = 0;
    for (const line of nodes(table, 'table:table-row', 'draw:object')) {
      const count = repeated(line.attributes, 'rows');
      if (count <= rest) {
        for (let each = 1; each <= count; each++) {
          if (line.attributes['table:visibility'] === 'collapse') hiddenRows.push(row + each);
          readLine(line, row + each, cells);
        }
      }
      row += count;
    }
    return {
      name: table.attributes['table:name']!,
      hidden: this.look(table.attributes['table:style-name']).display === 'false',
      cells,
      hiddenRows,
      hiddenColumns,
      widths,
      charts: [...nodes(table, 'chart:chart')].map((chart) => ({
        kind: chart.attributes['chart:class']!,
        text: chart.text,
      })),
      conditionalFormats: [...nodes(table, 'calcext:condition'), ...nodes(table, 'calcext:color-scale')].length,
    };
  }
}

function readLine(line: XmlNode, row: number, cells: Map<string, OfficeCell>): void {
  let column = 0;
  for (const cell of line.children.filter(
    ({ name }) => name === 'table:table-cell' || name === 'table:covered-table-cell',
  )) {
    const { attributes } = cell;
    const count = repeated(attributes, 'columns');
    if (count <= rest) for (let each = 1; each <= count; each++) cells.set(`${row},${column + each}`, cellOf(cell));
    column += count;
  }
}

function cellOf(cell: XmlNode): OfficeCell {
  const { attributes, children } = cell;
  const shown = paragraphs(cell)!;
  const stored = ['value', 'date-value', 'boolean-value', 'time-value'].map((name) => attributes[`office:${name}`]);
  return {
    type: attributes['office:value-type'] ?? '',
    value: stored.find((value) => value !== undefined) ?? shown,
    shown,
    formula: attributes['table:formula'],
    note: paragraphs(children.find(({ name }) => name === 'office:annotation')),
    style: attributes['table:style-name'],
    spans: [
      Number(attributes['table:number-columns-spanned'] ?? 1),
      Number(attributes['table:number-rows-spanned'] ?? 1),
    ],
    validated: attributes['table:content-validation-name'] !== undefined,
  };
}

/** The text that a tab or space element stands for; '' for other elements. */
function space(name: string, attributes: Readonly<Record<string, string>>): string {
  if (name === 'text:tab') return '\t';
  return name === 'text:s' ? ' '.repeat(Number(attributes['text:c'] ?? 1)) : '';
}

function paragraphs(node: XmlNode | undefined): string | undefined {
  const found = node?.children.filter(({ name }) => name === 'text:p');
  return found?.map(({ text }) => text).join('\n');
}

function repeated(attributes: Readonly<Record<string, string>>, what: 'rows' | 'columns'): number {
  return Number(attributes[`table:number-${what}-repeated`] ?? 1);
}
