// Apps Script features that other programs use and the add-on doesn't.
import { afterAll, describe, expect, test } from 'vitest';
import { declaredFormulas } from './bundle.ts';
import { sampleHost } from './sample-host.ts';

const code = `
  function PLAIN(x) { return x * 2 }
  /** @customFunction */
  function Tagged() { return 'tagged' }
  function hidden_() { return 1 }
  const ARROW = () => 1;
  function outer() { function inner() {} return inner }
  function page(name) { return HtmlService.createHtmlOutputFromFile(name).getContent() }
`;
const advanced = { enabledAdvancedServices: [{ userSymbol: 'Sheets', serviceId: 'sheets', version: 'v4' }] };
const { host, evaluate, close } = sampleHost(code, { manifest: { dependencies: advanced } });
afterAll(close);
const { workbook } = host;
/** Runs a function body with a new sheet as `sheet`. */
const on = (body: string) => evaluate(`const sheet = ss.insertSheet(); ${body}`);

async function computed(formula: string): Promise<unknown> {
  const id = workbook.insertSheet();
  workbook.write(id, { row: 1, column: 1, rows: 3, columns: 2 }, 'values', [
    [1, 10],
    [2, 20],
    [3, 30],
  ]);
  workbook.type(id, 1, 4, formula);
  await workbook.settled();
  return workbook.read(id, { row: 1, column: 4, rows: 3, columns: 1 }, 'values').map(([value]) => value);
}

describe('a custom function', () => {
  test.each([
    ['=PLAIN(2)', 4],
    ['=plain(2)', 4],
    ['=TAGGED()', 'tagged'],
    ['=outer()', '#ERROR!'],
    ['=hidden_()', '#NAME?'],
    ['=ARROW()', '#NAME?'],
    ['=inner()', '#NAME?'],
  ])('can or cannot be called from a cell, as on Google: %s', async (formula, shown) => {
    expect(((await computed(formula)) as unknown[])[0]).toBe(shown);
  });

  test('is a top-level declaration, but never code inside strings or comments', () => {
    expect(declaredFormulas('/* function A() {} */ const s = "function B() {}"; function C() {}')).toEqual(['C']);
    expect(declaredFormulas('if (true) { function D() {} } var E = function F() {}')).toEqual([]);
  });
});

describe('a service without emulation', () => {
  test.each(['DriveApp.getFiles', 'GmailApp.search', 'Maps.newGeocoder', 'CalendarApp.getName', 'FormApp.create'])(
    'throws when used: %s',
    async (member) => {
      await expect(evaluate(`return ${member}`)).rejects.toThrow(`not emulated: ${member}`);
      expect(await evaluate(`return typeof ${member.split('.')[0]}`)).toBe('object');
    },
  );

  test('exists as an advanced service only if the manifest enables it', async () => {
    expect(await evaluate('return [typeof Sheets, typeof Drive]')).toEqual(['object', 'undefined']);
    await expect(evaluate('return Sheets.Spreadsheets.get(1)')).rejects.toThrow('not emulated: Sheets.Spreadsheets');
    await expect(evaluate('return Drive.Files')).rejects.toThrow('Drive is not defined');
  });
});

test('Browser shows the same dialogs as Ui and returns strings', async () => {
  const body = `return [Browser.msgBox('a'), Browser.msgBox('t', 'p', Browser.Buttons.YES_NO), Browser.inputBox('b')]`;
  expect(await evaluate(body)).toEqual(['ok', 'yes', '']);
});

test('alert and prompt need no scope, but a sidebar does', async () => {
  const narrow = sampleHost('', {
    manifest: { oauthScopes: ['https://www.googleapis.com/auth/spreadsheets.currentonly'] },
  });
  try {
    expect(await narrow.evaluate("return String(SpreadsheetApp.getUi().alert('x'))")).toBe('OK');
    expect(await narrow.evaluate("return Browser.msgBox('x')")).toBe('ok');
    await expect(
      narrow.evaluate("SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('x'))"),
    ).rejects.toThrow('Specified permissions are not sufficient to call Ui.showSidebar');
  } finally {
    await narrow.close();
  }
});

describe('merged cells', () => {
  const filled = "const r = sheet.getRange('A1:C2').setValues([[1, 2, 3], [4, 5, 6]]);";
  test('keep the top left value', async () => {
    expect(await on(`${filled} return r.merge().getValues()`)).toEqual([
      [1, '', ''],
      ['', '', ''],
    ]);
  });
  test.each([
    [
      'mergeAcross',
      [
        [1, '', ''],
        [4, '', ''],
      ],
      ['A1:C1', 'A2:C2'],
    ],
    [
      'mergeVertically',
      [
        [1, 2, 3],
        ['', '', ''],
      ],
      ['A1:A2', 'B1:B2', 'C1:C2'],
    ],
  ])('%s merges each row or column', async (how, values, areas) => {
    const seen = `[r.${how}().getValues(), r.getMergedRanges().map((m) => m.getA1Notation())]`;
    expect(await on(`${filled} return ${seen}`)).toEqual([values, areas]);
  });
  test('accept a value only in their top left cell', async () => {
    expect(await on("const r = sheet.getRange('A1:B2').merge(); r.setValue('m'); return r.getValues()")).toEqual([
      ['m', ''],
      ['', ''],
    ]);
    const body = `sheet.getRange('B2:C3').merge(); const r = sheet.getRange('A1:C3');
      r.setValues([[1, 2, 3], [4, 5, 6], [7, 8, 9]]); return r.getValues()`;
    expect(await on(body)).toEqual([
      [1, 2, 3],
      [4, 5, ''],
      [7, '', ''],
    ]);
  });
  test('are recognized from any of their cells and can be unmerged', async () => {
    const body = `sheet.getRange('B2:C3').merge(); const seen = [sheet.getRange('C3:D9').isPartOfMerge(), sheet.getRange('A1').isPartOfMerge()];
      sheet.getRange('A1:D4').breakApart(); return [...seen, sheet.getRange('B2').isPartOfMerge()]`;
    expect(await on(body)).toEqual([true, false, false]);
  });
  test('cannot overlap another merge', async () => {
    await expect(on("sheet.getRange('A1:B2').merge(); sheet.getRange('B2:C3').merge()")).rejects.toThrow(
      'You must select all cells in a merged range to merge or unmerge them.',
    );
  });
});

test.each([
  ['red', '#ff0000'],
  ['#F00', '#ff0000'],
  ['#00FF7f', '#00ff7f'],
  ['RebeccaPurple', '#663399'],
])('the color %s reads back as %s', async (given, back) => {
  const body = `const r = sheet.getRange('A1').setBackground('${given}').setFontColors([['${given}']]); sheet.setTabColor('${given}');
    return [r.getBackground(), r.getFontColor(), sheet.getTabColor()]`;
  expect(await on(body)).toEqual([back, back, back]);
});

test('an unknown color is rejected', async () => {
  await expect(on("sheet.getRange('A1').setBackground('reddish')")).rejects.toThrow(
    'not emulated: the color "reddish"',
  );
});

describe('a validation rule with the values of a range', () => {
  const ruled = `const other = ss.insertSheet("It's " + sheet.getName()); other.getRange('B1:B3').setValues([['x'], ['y'], ['z']]);
    const r = sheet.getRange('A1:A9').setDataValidation(SpreadsheetApp.newDataValidation()
      .requireValueInRange(other.getRange('B1:B3')).setAllowInvalid(false).build()); const seen = () => {
      const [range, shown] = sheet.getRange('A2').getDataValidation().getCriteriaValues();
      return [range.getA1Notation(), range.getSheet().getName() === other.getName(), shown] };`;
  test('returns the range', async () => {
    expect(await on(`${ruled} return seen()`)).toEqual(['B1:B3', true, true]);
  });
  test('follows its cells and its sheet', async () => {
    expect(await on(`${ruled} other.insertRowBefore(1); other.setName('N' + sheet.getName()); return seen()`)).toEqual([
      'B2:B4',
      true,
      true,
    ]);
  });
  test('rejects other values', async () => {
    await on(`${ruled} r.getCell(1, 1).setValue('y')`);
    await expect(on(`${ruled} r.getCell(1, 1).setValue('q')`)).rejects.toThrow('violates the data validation rules');
  });
  test('can be rebuilt from its criteria', async () => {
    const body = `${ruled} const rule = r.getCell(1, 1).getDataValidation();
      const next = rule.copy().withCriteria(rule.getCriteriaType(), [other.getRange('C1:C2'), false]).build();
      return [next.getCriteriaValues()[0].getA1Notation(), next.getCriteriaValues()[1]]`;
    expect(await on(body)).toEqual(['C1:C2', false]);
  });
});

test.each([
  ["'a %s', { b: 1 }", 'a {b=1.0}'],
  ['1', '1.0'],
  ["[1, 'a', [true, null], 2.5]", '[1.0, a, [true, null], 2.5]'],
  ['{ a: { b: [1] }, c: "x" }', '{a={b=[1.0]}, c=x}'],
  ["'%s of %s', 1, 'x'", '1.0 of x'],
  ["'plain'", 'plain'],
])('Logger.log(%s) formats values as Google does', async (given, line) => {
  expect(await evaluate(`Logger.log(${given}); return Logger.getLog()`)).toBe(`${line}\n`);
});

test("a spreadsheet's menu can be added, updated, and removed", async () => {
  const own = sampleHost();
  try {
    await own.evaluate(
      "ss.addMenu('Mine', [{ name: 'Do', functionName: 'run' }, null, { name: 'Undo', functionName: 'back' }])",
    );
    expect(own.host.menus.get('Mine')?.entries).toEqual([
      { label: 'Do', handler: 'run' },
      'separator',
      { label: 'Undo', handler: 'back' },
    ]);
    await own.evaluate("ss.updateMenu('Mine', [{ name: 'More', functionName: 'more' }])");
    expect(own.host.menus.get('Mine')?.entries).toEqual([{ label: 'More', handler: 'more' }]);
    await own.evaluate("ss.removeMenu('Mine')");
    expect(own.host.menus.size).toBe(0);
  } finally {
    await own.close();
  }
});

describe('the selection', () => {
  const all = `[SpreadsheetApp.getActiveRange(), ss.getActiveRange(), sheet.getActiveRange(), sheet.getSelection().getActiveRange(),
    ss.getActiveCell(), sheet.getCurrentCell()].map((range) => range.getA1Notation())`;
  test.each([
    ["sheet.setActiveSelection('B2:C3')", 'B2:C3', 'B2'],
    ["sheet.setActiveRange(sheet.getRange('B2:C3'))", 'B2:C3', 'B2'],
    ["sheet.getRange('B2:C3').activate()", 'B2:C3', 'B2'],
    ["sheet.setActiveSelection('B2:C3'); sheet.setCurrentCell(sheet.getRange('C3'))", 'B2:C3', 'C3'],
    ["sheet.setActiveSelection('B2:C3'); sheet.getRange('E5').activateAsCurrentCell()", 'E5', 'E5'],
    ['', 'A1', 'A1'],
  ])('is the same in every API after "%s"', async (select, range, cell) => {
    expect(await on(`${select}; return ${all}`)).toEqual([range, range, range, range, cell, cell]);
  });
  test('is saved per sheet and outlasts the execution', async () => {
    const [first, second] = (await evaluate(
      `const [a, b] = [ss.insertSheet(), ss.insertSheet()]; a.setActiveSelection('B2'); b.setActiveRangeList(b.getRangeList(['C3', 'D4:E5']));
       return [a.getName(), b.getName()]`,
    )) as string[];
    const body = `const [a, b] = ['${first}', '${second}'].map((name) => ss.getSheetByName(name));
      const seen = [ss.getActiveSheet().getName() === b.getName(), ss.getActiveRange().getA1Notation(), b.getActiveRangeList().getRanges().length];
      a.activate(); return [...seen, ss.getActiveRange().getA1Notation()]`;
    expect(await evaluate(body)).toEqual([true, 'D4:E5', 2, 'B2']);
  });
});

describe('deleteCells', () => {
  const filled = `sheet.getRange('A1:C3').setValues([[1, 2, 3], [4, 5, 6], [7, 8, 9]]); sheet.getRange('A2').setNote('n');`;
  test.each([
    [
      'ROWS',
      [
        [4, 5, 3],
        [7, 8, 6],
        ['', '', 9],
      ],
    ],
    [
      'COLUMNS',
      [
        [3, '', ''],
        [4, 5, 6],
        [7, 8, 9],
      ],
    ],
  ])('shifts the following cells along %s', async (along, values) => {
    const body = `${filled} sheet.getRange('A1:B1').deleteCells(SpreadsheetApp.Dimension.${along}); return sheet.getRange('A1:C3').getValues()`;
    expect(await on(body)).toEqual(values);
  });
  test('is refused if a formula would have to follow', async () => {
    const body = `${filled} sheet.getRange('E1').setFormula('=A3'); sheet.getRange('A1').deleteCells(SpreadsheetApp.Dimension.ROWS)`;
    await expect(on(body)).rejects.toThrow('not emulated: Range.deleteCells');
  });
});

test('a range supports older member names', async () => {
  const body =
    "const r = sheet.getRange('C5').setBackgroundColor('red'); return [r.getColumnIndex(), r.getBackgroundColor()]";
  expect(await on(body)).toEqual([3, '#ff0000']);
});

describe('an HTML template', () => {
  const made = (html: string, set = '') =>
    evaluate(`const t = HtmlService.createTemplate(${JSON.stringify(html)}); ${set} return t.evaluate().getContent()`);
  test.each([
    ['<p><?= 1 + 1 ?></p>', '', '<p>2</p>'],
    ['<? for (let i = 0; i < 2; i++) { ?><li><?= i ?></li><? } ?>', '', '<li>0</li><li>1</li>'],
    ['<b title="<?= data ?>"><?= data ?></b>', `t.data = '<"&';`, '<b title="&lt;&#34;&amp;">&lt;&#34;&amp;</b>'],
    ['<?!= data ?>', "t.data = '<i>';", '<i>'],
    ['a\\n`$x`\n<?= PLAIN(4) ?>', '', 'a\\n`$x`\n8'],
    ["<?!= page('Page') ?>", '', '<p>page</p>'],
  ])('evaluates %s', async (html, set, content) => {
    expect(await made(html, set)).toBe(content);
  });
  test('can come from a file', async () => {
    expect(
      await evaluate("return HtmlService.createTemplateFromFile('Page').evaluate().setTitle('T').getContent()"),
    ).toBe('<p>page</p>');
    expect(await evaluate("return HtmlService.createTemplateFromFile('Page').getRawContent()")).toBe('<p>page</p>');
  });
  test.each([
    '<script>var x = <?= 1 ?></script>',
    '<a href="<?= 1 ?>">',
    '<p onclick="<?= 1 ?>">',
    '<p <?= 1 ?>>',
    '<style><?= 1 ?></style>',
    '<!-- <?= 1 ?> -->',
    '<p title=<?= 1 ?>>',
  ])('with unknown escaping is rejected: %s', async (html) => {
    await expect(made(html)).rejects.toThrow('not emulated: <?= ?>');
    expect(await made(html.replace('<?=', '<?!='))).toBe(html.replace('<?= 1 ?>', '1'));
  });
});

test('a chart type without emulation has a name but cannot be built', async () => {
  expect(await evaluate('return [String(Charts.ChartType.BUBBLE), Charts.ChartType.TIMELINE.ordinal()]')).toEqual([
    'BUBBLE',
    0,
  ]);
  await expect(on('sheet.newChart().setChartType(Charts.ChartType.RADAR)')).rejects.toThrow(
    'not emulated: chart type RADAR',
  );
});

test.each([
  ['=A1:A3*SUMPRODUCT(B1:B3)', [60, '', '']],
  ['=SUMPRODUCT(A1:A3*B1:B3)', [140, '', '']],
  ['=ARRAYFORMULA(A1:A3*2)', [2, 4, 6]],
  ['=ARRAYFORMULA(A1:A3)', [1, 2, 3]],
  ['=INDEX(A1:A3*B1:B3,2)+A1:A3', [41, '', '']],
  ['=FILTER(A1:A3,A1:A3>1)', [2, 3, '']],
  ['=SUMPRODUCT (A1:A3*B1:B3)', [140, '', '']],
  ['=FILTER(A1:A3,A1:A3>1)*10', [20, '', '']],
  ['=SUM(ARRAYFORMULA(A1:A3*B1:B3))', [140, '', '']],
  ['="FILTER("&A1:A3', ['FILTER(1', '', '']],
  ['=IFERROR(FILTER(A1:A3,A1:A3>1),0)', [2, 3, '']],
  ['=SUMPRODUCT(FILTER(A1:A3,A1:A3>1)*2)', [10, '', '']],
])('%s evaluates arrays only inside an array function', async (formula, shown) => {
  expect(await computed(formula)).toEqual(shown);
});
