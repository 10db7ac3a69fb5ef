// Saved workbooks: the parts of the file and, in long runs, the file in LibreOffice.
import { posix } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { columnName } from './a1.ts';
import type { SampleHost } from './sample-host.ts';
import { converted } from './xlsx/office.ts';
import { OfficeBook, type OfficeSheet } from './xlsx/office-book.ts';
import { sampleBook } from './xlsx/sample-book.ts';
import { workbookFile } from './xlsx/workbook-file.ts';
import { nodes, type XmlNode, xmlTree } from './xlsx/xml-tree.ts';

const longName = 'A very long name of a sheet, mu';

let sample: SampleHost;
let file: Buffer;
let parts: Map<string, XmlNode>;
beforeAll(async () => {
  sample = await sampleBook();
  file = workbookFile(sample.host.workbook, sample.host.bundle.customFunctions);
  parts = new Map([...unpacked(file)].map(([path, xml]) => [path, xmlTree(xml)]));
});
afterAll(() => sample.close());

/** Reads a ZIP archive using the sizes in its local headers. */
function unpacked(archive: Buffer): Map<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  while (archive.readUInt32LE(at) === 0x04034b50) {
    const packed = archive.readUInt32LE(at + 18);
    const nameEnd = at + 30 + archive.readUInt16LE(at + 26);
    const name = archive.toString('utf8', at + 30, nameEnd);
    const text = inflateRawSync(archive.subarray(nameEnd, nameEnd + packed)).toString('utf8');
    expect(Buffer.byteLength(text)).toBe(archive.readUInt32LE(at + 22));
    found.set(name, text);
    at = nameEnd + packed;
  }
  expect(archive.readUInt32LE(at)).toBe(0x02014b50);
  return found;
}

const all = (path: string, name: string) => [...nodes(parts.get(path)!, name)];
const sheetPath = (name: string) => {
  const index = all('xl/workbook.xml', 'sheet').findIndex(({ attributes }) => attributes.name === name);
  return `xl/worksheets/sheet${index + 1}.xml`;
};
const cell = (sheet: string, at: string) => all(sheetPath(sheet), 'c').find(({ attributes }) => attributes.r === at);
const formula = (at: string) => {
  const found = cell("It's all", at)?.children.find(({ name }) => name === 'f');
  return found && [found.text, found.attributes.ref].filter((each) => each !== undefined);
};
const value = (at: string) => {
  const found = cell("It's all", at);
  const inside = found?.children.find(({ name }) => name === 'v' || name === 'is');
  return [found?.attributes.t ?? 'n', inside?.text];
};
const format = (at: string) => {
  const style = Number(cell("It's all", at)?.attributes.s ?? 0);
  const list = [...nodes(all('xl/styles.xml', 'cellXfs')[0]!, 'xf')];
  const id = list[style]!.attributes.numFmtId;
  return all('xl/styles.xml', 'numFmt').find(({ attributes }) => attributes.numFmtId === id)?.attributes.formatCode;
};

describe('the saved file', () => {
  test('has a part for every relation and a type for every part', () => {
    const types = all('[Content_Types].xml', 'Override').map(({ attributes }) => attributes.PartName);
    const relations = [...parts].filter(([path]) => path.endsWith('.rels'));
    // Relative to the part's folder: the only form that every program can read.
    const targets = relations.flatMap(([path, tree]) =>
      [...nodes(tree, 'Relationship')].map(({ attributes: { Target = '' } }) => {
        expect(Target).not.toMatch(/^\//);
        return posix.join('/', posix.dirname(posix.dirname(path)), Target);
      }),
    );
    const others = [...parts.keys()].filter((path) => !path.endsWith('.rels') && !path.startsWith('['));
    expect(targets.sort()).toEqual(others.map((path) => `/${path}`).sort());
    expect(types.sort()).toEqual(targets);
  });

  test('stores text as text, even if it looks like a number or formula', () => {
    expect(['A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'].map(value)).toEqual(
      ['0012', '=1+1', '1E5', '1234567890123456789012', 'TRUE', '6/1/2025', "'quoted"].map((text) => [
        'inlineStr',
        text,
      ]),
    );
    expect(value('A9')).toEqual(['inlineStr', 'a<b> & "c"']);
    expect(value('A11')).toEqual(['inlineStr', '_x005F_x0041_ _x0007_ bell']);
    expect(value('A13')).toEqual(['inlineStr', '  spaces  ']);
    expect(format('A2')).toBe('@');
  });

  test("stores numbers, booleans, and dates in the workbook's zone", () => {
    expect(value('B4')).toEqual(['n', String(1 / 3)]);
    expect(value('B9')).toEqual(['n', undefined]);
    expect([value('D2'), value('D3')]).toEqual([
      ['b', '1'],
      ['b', '0'],
    ]);
    // Noon in New York on June 16, 2025, and the second 1:30 AM on November 2.
    expect(value('C2')).toEqual(['n', '45824.5']);
    expect(value('C4')).toEqual(['n', String(45963 + 1.5 / 24)]);
    expect([format('C2'), format('C3'), format('C4')]).toEqual(['m/d/yyyy h:mm:ss', 'm/d/yyyy', 'yyyy-mm-dd hh:mm:ss']);
  });

  test('stores portable formulas with their values, and values only of all others', () => {
    expect([formula('E2'), value('E2')]).toEqual([['B3*2'], ['n', '-3']]);
    expect(formula('E10')).toEqual(['_xlfn.IFS(B3<0,"minus",TRUE,"plus")']);
    expect(formula('E12')).toEqual(['COUNTA(A2:A1048576)']);
    expect(formula('E13')).toEqual(["'Elsewhere'!A1"]);
    expect(formula('E14')).toEqual([`SUM('${longName}'!A1:A2)`]);
    expect([formula('E19'), value('E19')[1]]).toEqual([[`HYPERLINK("#'Elsewhere'!B2:C3","there")`], 'there']);
    expect([formula('E5'), value('E5')]).toEqual([['1/0'], ['e', '#DIV/0!']]);
    expect([formula('E16'), value('E16')]).toEqual([undefined, ['inlineStr', '#ERROR!']]);
    expect([formula('E17'), value('E17')]).toEqual([undefined, ['inlineStr', 'caught']]);
    expect([formula('F13'), value('F13'), value('G14'), value('H15')]).toEqual([
      undefined,
      ['inlineStr', '0000'],
      ['n', '1.5'],
      ['b', '1'],
    ]);
  });

  test('stores array formulas with the cells that they fill', () => {
    expect([formula('F2'), value('F2'), value('G4')]).toEqual([undefined, ['n', '1'], ['n', '6']]);
    expect(formula('F6')).toEqual(['B2:B4*2', 'F6:F8']);
    expect(formula('F10')).toEqual(['{1,2;3,"x"}', 'F10:G11']);
    expect(formula('F17')).toEqual(['TRANSPOSE(A2:A4)', 'F17:H17']);
  });

  test('stores inherited formats of results', () => {
    expect([format('E7'), format('E8'), format('E13')]).toEqual(['m/d/yyyy h:mm:ss', '0.0%', '0.000']);
    expect(format('E2')).toBeUndefined();
  });

  test('stores names, frozen rows, filters, merges, hidden rows, and notes', () => {
    const path = sheetPath("It's all");
    const pane = all(path, 'pane')[0]!.attributes;
    expect([pane.xSplit, pane.ySplit, pane.topLeftCell, pane.state]).toEqual(['1', '1', 'B2', 'frozen']);
    expect(all(path, 'mergeCell').map(({ attributes }) => attributes.ref)).toEqual(['A19:C20']);
    expect(
      all(path, 'row')
        .filter(({ attributes }) => attributes.hidden)
        .map(({ attributes }) => attributes.r),
    ).toEqual(['14']);
    expect(
      all(path, 'col')
        .filter(({ attributes }) => attributes.hidden)
        .map(({ attributes }) => attributes.min),
    ).toEqual(['11', '12']);
    expect(all(sheetPath('Filtered'), 'autoFilter')[0]!.attributes.ref).toBe('A1:C6');
    const names = all('xl/workbook.xml', 'definedName').map(({ attributes, text }) => [attributes.name, text]);
    expect(names).toContainEqual(['Amounts', "'It''s all'!$B$13:$B$16"]);
    const comments = [...parts.keys()].filter((each) => each.startsWith('xl/comments'));
    expect(all(comments[0]!, 'comment').map(({ attributes, text }) => [attributes.ref, text])).toEqual([
      ['A15', 'a note'],
      ['A16', 'two\nlines & <more>'],
    ]);
    // A column's format is stored once, not for each blank cell.
    expect(all(path, 'c').filter(({ attributes }) => attributes.r!.startsWith('J'))).toEqual([]);
    expect(all(path, 'col').find(({ attributes }) => attributes.min === '10')!.attributes.style).toBe('1');
  });

  test('fits row heights to their contents unless set, and prints one page wide', () => {
    const path = sheetPath("It's all");
    const heights = all(path, 'row').flatMap(({ attributes: { r, ht, customHeight } }) =>
      ht === undefined ? [] : [[r, ht, customHeight]],
    );
    // One row wraps at a line break, one has a large font, and one has a height set by a script.
    expect(heights).toEqual([
      ['10', '28.5', undefined],
      ['15', '22.5', undefined],
      ['22', '45', '1'],
    ]);
    expect(all(path, 'pageSetUpPr')[0]!.attributes).toEqual({ fitToPage: '1' });
    expect(all(path, 'pageSetup')[0]!.attributes).toMatchObject({ fitToWidth: '1', fitToHeight: '0' });
  });

  test('stores validation rules and conditional formats', () => {
    const rules = all(sheetPath("It's all"), 'dataValidation').map(({ attributes, text }) => [
      attributes.type,
      attributes.sqref,
      text,
    ]);
    expect(rules).toEqual([
      ['list', 'D6:D8', '"red,green"'],
      ['decimal', 'D9', '110'],
      ['list', 'D10', '"TRUE,FALSE"'],
      ['custom', 'D11', 'D11>B10'],
    ]);
    const formats = all(sheetPath('Filtered'), 'cfRule').map(({ attributes }) => attributes.type);
    expect(formats).toEqual(['cellIs', 'containsText', 'expression', 'notContainsBlanks', 'colorScale']);
  });

  test('stores a chart of each type with its cells', () => {
    const drawn = [...parts.keys()]
      .filter((path) => path.startsWith('xl/charts/'))
      .map((path) => {
        const plot = all(path, 'c:plotArea')[0]!;
        const kinds = plot.children.map(({ name }) => name).filter((name) => name.endsWith('Chart'));
        const title = [...nodes(all(path, 'c:title')[0]!, 'a:t')].map(({ text }) => text).join('');
        return [title, kinds.map((name) => name.slice(2, -5)).join(' '), all(path, 'c:f').length];
      });
    expect(drawn).toEqual([
      ['COLUMN', 'bar', 6],
      ['BAR', 'bar', 6],
      ['LINE', 'line', 6],
      ['AREA', 'area', 6],
      ['STEPPED_AREA', 'bar', 3],
      ['PIE', 'pie', 3],
      ['DOUGHNUT', 'doughnut', 3],
      ['COMBO', 'bar line', 9],
      ['SCATTER', 'scatter', 3],
      ['HISTOGRAM', 'bar', 1],
      ['WATERFALL', 'bar', 0],
      ['GAUGE', 'bar', 3],
    ]);
    const line = [...parts.values()].find(
      (tree) => [...nodes(tree, 'c:lineChart')].length > 0 && [...nodes(tree, 'c:barChart')].length === 0,
    )!;
    // Excludes blank rows at the end of the range.
    expect([...nodes(line, 'c:f')].map(({ text }) => text).slice(0, 3)).toEqual([
      "'Data'!$B$1",
      "'Data'!$A$2:$A$7",
      "'Data'!$B$2:$B$7",
    ]);
    expect([...nodes([...parts].find(([path]) => path.startsWith('xl/drawings/drawing'))![1], 'xdr:sp')]).toHaveLength(
      1,
    );
  });
});

if (isLong)
  describe('LibreOffice reads', () => {
    let book: OfficeBook;
    let own: OfficeSheet;
    beforeAll(() => {
      book = new OfficeBook(converted(file, 'fods').toString('utf8'));
      own = book.sheets[0]!;
    }, 600_000);

    test('every cell as displayed in the workbook', () => {
      const { workbook } = sample.host;
      const differing: unknown[] = [];
      let compared = 0;
      for (const sheet of workbook.sheets()) {
        const read = book.sheets.find(({ name }) => name === sheet.name.slice(0, 31))!;
        const rect = { row: 1, column: 1, rows: sheet.rows, columns: sheet.columns };
        const values = workbook.read(sheet.sheetId, rect, 'values');
        const shown = workbook.read(sheet.sheetId, rect, 'displayValues');
        values.forEach((line, r) => {
          line.forEach((held, c) => {
            const found = read.cells.get(`${r + 1},${c + 1}`);
            const text = shown[r]![c]!;
            compared++;
            if (!sameCell(held, text, found))
              differing.push([`${sheet.name}!${columnName(c + 1)}${r + 1}`, held, text, found]);
          });
        });
      }
      expect(differing).toEqual([]);
      expect(compared).toBeGreaterThan(100_000);
    });

    function sameCell(
      held: unknown,
      text: string,
      found: OfficeSheet['cells'] extends ReadonlyMap<string, infer C> ? C | undefined : never,
    ): boolean {
      if (held === '') return found === undefined || found.type === '';
      if (found === undefined) return false;
      if (typeof held === 'string') return found.shown === text.replace('\u0007', '') || found.shown === text;
      if (typeof held === 'boolean') return ['float', 'boolean'].includes(found.type) && found.shown === text;
      if (held instanceof Date) return ['date', 'time'].includes(found.type) && found.shown === text;
      // LibreOffice's General format shows more digits than Google's.
      const close = Math.abs(Number(found.value) - Number(held)) <= Math.abs(Number(held)) * 1e-14;
      return (
        close && (found.shown === text || Math.abs(Number(found.shown) - Number(text)) <= Math.abs(Number(text)) * 1e-9)
      );
    }

    test('formats, sizes, hidden rows, notes, rules, and names', () => {
      const at = (row: number, column: number) => own.cells.get(`${row},${column}`)!;
      expect(book.look(at(1, 1).style)).toMatchObject({
        'font-weight': 'bold',
        'background-color': '#cfe2f3',
        color: '#0b5394',
        'text-align': 'center',
      });
      expect(book.look(at(15, 1).style)).toMatchObject({
        'font-style': 'italic',
        'font-size': '14pt',
        'text-underline-style': 'solid',
      });
      expect(book.look(at(18, 1).style)).toMatchObject({
        'text-line-through-style': 'solid',
        'font-name': 'Courier New',
      });
      expect(book.look(at(20, 8).style)['background-color']).toBe('#ff0000');
      expect(at(19, 1).spans).toEqual([3, 2]);
      expect([at(15, 1).note, at(16, 1).note]).toEqual(['a note', 'two\nlines & <more>']);
      expect([6, 7, 8, 9, 10, 11, 12].map((row) => at(row, 4).validated)).toEqual([
        true,
        true,
        true,
        true,
        true,
        true,
        false,
      ]);
      expect(own.hiddenRows).toEqual([14]);
      expect(own.hiddenColumns).toEqual([11, 12]);
      // 96 pixels per inch. Files measure column widths in digits, and digits vary in width.
      [220, 140, 140, 100, 100].forEach((pixels, at) => {
        expect(own.widths[at]! / (pixels / 96)).toBeCloseTo(1, 0.9);
      });
      expect(book.sheets.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual(['Elsewhere']);
      expect(book.filters).toEqual(['Filtered.A1:Filtered.C6']);
      expect(book.names).toEqual(['Amounts']);
      expect(book.sheets.find(({ name }) => name === 'Filtered')!.conditionalFormats).toBe(5);
    });

    test('formulas as formulas, including array formulas', () => {
      const at = (row: number, column: number) => own.cells.get(`${row},${column}`)!.formula;
      expect(at(2, 5)).toBe('of:=[.B3]*2');
      expect(at(14, 5)).toContain('SUM(');
      expect(at(6, 6)).toContain('[.B2:.B4]*2');
      expect(at(16, 5)).toBeUndefined();
      expect(at(13, 6)).toBeUndefined();
    });

    test('every chart', () => {
      const charts = book.sheets.find(({ name }) => name === 'Charts')!.charts;
      const kinds = charts.map(({ kind, text }) => `${/[A-Z_]{3,}/.exec(text)?.[0]} ${kind}`);
      expect(kinds.sort()).toEqual(
        [
          'AREA chart:area',
          'BAR chart:bar',
          'COLUMN chart:bar',
          'COMBO chart:bar',
          'DOUGHNUT chart:ring',
          'GAUGE chart:bar',
          'HISTOGRAM chart:bar',
          'LINE chart:line',
          'PIE chart:circle',
          'SCATTER chart:scatter',
          'STEPPED_AREA chart:bar',
          'WATERFALL chart:bar',
        ].sort(),
      );
    });

    test('the file, and prints it as a PDF', () => {
      expect(converted(file, 'pdf').subarray(0, 5).toString()).toBe('%PDF-');
    });
  });
