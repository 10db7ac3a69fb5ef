// Behavior that Google documents or that was measured there. Each case is a function body and its result.
import { afterAll, describe, expect, test } from 'vitest';
import { sampleHost } from './sample-host.ts';

const { evaluate, close } = sampleHost();
afterAll(close);

type Case = [body: string, expected: unknown];

/** Runs each function body with a new blank sheet. In it, `thrown` returns an error as a string. */
function each(name: string, cases: Case[]): void {
  describe(name, () => {
    test.each(cases)('%s', async (body, expected) => {
      const outcome = evaluate(`const sheet = ss.insertSheet(); const at = (a1) => sheet.getRange(a1);
        const thrown = (work) => { try { work() } catch (e) { return e.name + ': ' + e.message } return 'nothing' };
        ${body.includes('return ') ? body : `return ${body}`}`);
      expect(await outcome).toEqual(expected);
    });
  });
}

const wrong = (types: string, member: string) =>
  `Exception: The parameters (${types}) don't match the method signature for ${member}.`;

each('a fetch request without options', [
  ["UrlFetchApp.getRequest('https://a.test/', null).method", 'get'],
  ["UrlFetchApp.getRequest('https://a.test/').headers", {}],
  ["thrown(() => UrlFetchApp.fetch('http://127.0.0.1:1/', null)).startsWith('Exception: ')", true],
]);

const boxes = `at('A1:A2').insertCheckboxes(); at('B1:B2').insertCheckboxes('YES', 'NO'); at('C1').setValue('text');
  at('D1').insertCheckboxes('DONE');`;

each('checkboxes', [
  [
    `${boxes} return at('A1:D2').getValues()`,
    [
      [false, 'NO', 'text', ''],
      [false, 'NO', '', ''],
    ],
  ],
  [
    `${boxes} return at('A1:D2').check().getValues()`,
    [
      [true, 'YES', 'text', 'DONE'],
      [true, 'YES', '', ''],
    ],
  ],
  [
    `${boxes} return at('A1:D2').check().uncheck().getValues()`,
    [
      [false, 'NO', 'text', ''],
      [false, 'NO', '', ''],
    ],
  ],
  ["at('A1:C1').setValues([['a', 'b', 'c']]).check().uncheck().getValues()", [['a', 'b', 'c']]],
  [
    `${boxes} at('B2').check();
     return [at('A1:A2'), at('A1:A2').check(), at('B2'), at('B1:B2'), at('A1:C1')].map((r) => r.isChecked())`,
    [true, true, true, null, null],
  ],
  ["at('A1').setValue(true).isChecked()", null],
  [
    `${boxes} at('C1').setValue('kept'); const all = at('A1:D2').removeCheckboxes();
     return [all.getValues(), all.getDataValidations().flat().every((rule) => rule === null)]`,
    [
      [
        ['', '', 'kept', ''],
        ['', '', '', ''],
      ],
      true,
    ],
  ],
  [
    `${boxes} return ['A1', 'B1', 'D1'].map((a1) => at(a1).getDataValidation().getCriteriaValues())`,
    [[], ['YES', 'NO'], ['DONE']],
  ],
  ["sheet.getRangeList(['A1', 'C1']).setValue('x').check().getRanges().map((r) => r.getValue())", ['x', 'x']],
]);

const block = `at('A1:B2').setValues([['A1', 'B1'], ['A2', 'B2']]).setBackground('#ff0000');`;

each('a cut and pasted range', [
  [
    `${block} at('A1:B2').moveTo(at('B1')); return [at('A1:C2').getValues(), at('A1:C1').getBackgrounds()[0]]`,
    [
      [
        ['', 'A1', 'B1'],
        ['', 'A2', 'B2'],
      ],
      ['#ffffff', '#ff0000', '#ff0000'],
    ],
  ],
  [
    `${block} at('A1:B2').moveTo(at('A2')); return at('A1:B3').getValues()`,
    [
      ['', ''],
      ['A1', 'B1'],
      ['A2', 'B2'],
    ],
  ],
  [
    `at('A1:A3').setValues([[1], [2], [3]]); at('D1:D3').setFormulas([['=A2'], ['=SUM(A1:A3)'], ['=SUM(A1:A9)']]);
     at('A1:A3').moveTo(at('B5')); return [at('D1:D3').getFormulas().flat(), at('D1:D3').getValues().flat()]`,
    [
      ['=B6', '=SUM(B5:B7)', '=SUM(A1:A9)'],
      [2, 6, 0],
    ],
  ],
  [
    `at('A1').setValue(4); at('A2:B2').setFormulas([['=A1', '=A2*$A$1']]); at('A2:B2').moveTo(at('C5'));
     return [at('C5:D5').getFormulas()[0], at('C5:D5').getValues()[0]]`,
    [
      ['=A1', '=C5*$A$1'],
      [4, 16],
    ],
  ],
  [
    `const other = ss.insertSheet('Far ' + Math.random()); at('A1').setValue(7); at('A2').setFormula('=A1+B1');
     at('C1').setFormula('=A1'); at('A1:A2').moveTo(other.getRange('B2'));
     const own = (text) => text.split("'" + other.getName() + "'").join('FAR').split(sheet.getName()).join('OWN');
     return [own(at('C1').getFormula()), own(other.getRange('B3').getFormula()), other.getRange('B3').getValue()]`,
    ['=FAR!B2', '=B2+OWN!B1', 7],
  ],
  [
    `at('A1').setValue('n').setNote('note'); ss.setNamedRange('cut', at('A1')); at('A1').moveTo(at('C3'));
     return [ss.getRangeByName('cut').getA1Notation(), at('C3').getNote(), at('A1').getNote()]`,
    ['C3', 'note', ''],
  ],
  [
    "at('A1:B1').merge(); at('A1:B1').moveTo(at('A4')); return [at('A1').isPartOfMerge(), at('B4').isPartOfMerge()]",
    [false, true],
  ],
]);

each('text wrapping', [
  ["[at('A1').getWrap(), String(at('A1').getWrapStrategy())]", [true, 'OVERFLOW']],
  ["at('A1').setWrapStrategy(SpreadsheetApp.WrapStrategy.OVERFLOW).getWrap()", false],
  ["at('A1').setWrapStrategy(SpreadsheetApp.WrapStrategy.CLIP).getWrap()", false],
  ["String(at('A1').setWrap(true).getWrapStrategy())", 'WRAP'],
  ["String(at('A1:B1').setWraps([[true, false]]).getWrapStrategies())", 'WRAP,OVERFLOW'],
  ["at('A1').setWrap(false).clearFormat().getWrap()", true],
]);

each('objects converted to text', [
  ["'' + at('A1')", 'Range'],
  ["String(sheet) + String(ss) + String(sheet.getRangeList(['A1']))", 'SheetSpreadsheetRangeList'],
  ['String(SpreadsheetApp.newDataValidation())', 'DataValidationBuilder'],
  ['String(SpreadsheetApp.newDataValidation().requireCheckbox().build())', 'DataValidation'],
  ['String(SpreadsheetApp.newConditionalFormatRule())', 'ConditionalFormatRuleBuilder'],
  [
    "String(SpreadsheetApp.newConditionalFormatRule().whenCellEmpty().setRanges([at('A1')]).build().getBooleanCondition())",
    'ConditionalFormatBooleanCondition',
  ],
  ["String(at('A1:B2').createFilter())", 'Filter'],
  ["String(at('A1').protect())", 'Protection'],
  ["String(at('A1').getTextStyle())", 'TextStyle'],
  ['String(Charts)', 'Charts'],
  [
    '[SpreadsheetApp, UrlFetchApp, Utilities, CacheService].map(String)',
    ['SpreadsheetApp', 'UrlFetchApp', 'Utilities', 'CacheService'],
  ],
  [
    '/^com\\.google\\.apps\\.maestro\\.[\\w.]+\\.ChartPropertyApiEmbeddedChartBuilder@[0-9a-f]+$/.test(sheet.newChart())',
    true,
  ],
  ["String(Utilities.newBlob('x'))", 'Blob'],
  ['String(SpreadsheetApp.WrapStrategy.CLIP)', 'CLIP'],
]);

each('digests and signatures with wrong arguments', [
  ["thrown(() => Utilities.computeDigest('fake', 'x'))", wrong('String,String', 'Utilities.computeDigest')],
  [
    'thrown(() => Utilities.computeDigest(Utilities.DigestAlgorithm.MD5, [1], Utilities.Charset.UTF_8))',
    wrong('Utilities.DigestAlgorithm,number[],Utilities.Charset', 'Utilities.computeDigest'),
  ],
  ["thrown(() => Utilities.computeDigest('x'))", wrong('String', 'Utilities.computeDigest')],
  [
    "thrown(() => Utilities.computeDigest(Utilities.DigestAlgorithm.MD5, 'x', Utilities.Charset.US_ASCII, 4)).includes(\"don't match\")",
    true,
  ],
  [
    "thrown(() => Utilities.computeDigest(Utilities.DigestAlgorithm.MD5, ['1bad'])).startsWith('Exception: Cannot convert ')",
    true,
  ],
  [
    "thrown(() => Utilities.computeHmacSha256Signature([1], 'key'))",
    wrong('number[],String', 'Utilities.computeHmacSha256Signature'),
  ],
  ["thrown(() => Utilities.computeHmacSha256Signature('x'))", wrong('String', 'Utilities.computeHmacSha256Signature')],
  [
    "thrown(() => Utilities.computeHmacSha256Signature('x', 'y', 'fake'))",
    wrong('String,String,String', 'Utilities.computeHmacSha256Signature'),
  ],
  [
    "thrown(() => Utilities.computeHmacSignature(Utilities.MacAlgorithm.HMAC_MD5, [1], ['b'])).startsWith('Exception: Cannot convert ')",
    true,
  ],
  ["Utilities.computeHmacSignature(Utilities.MacAlgorithm.HMAC_SHA_256, 'value', 'key').length", 32],
  ['Utilities.computeHmacSha256Signature([105], [107]).length', 32],
]);

each('wrong arguments', [
  ["thrown(() => at('A1:B1').setValues('x'))", wrong('String', 'SpreadsheetApp.Range.setValues')],
  ["thrown(() => at('A1').setNotes('foo'))", wrong('String', 'SpreadsheetApp.Range.setNotes')],
  ["thrown(() => at('A1').setValues([{ a: 1 }]))", wrong('(class)[]', 'SpreadsheetApp.Range.setValues')],
  ["thrown(() => at('A1').copyTo())", wrong('', 'SpreadsheetApp.Range.copyTo')],
  ["thrown(() => at('A1').copyTo('B1'))", wrong('String', 'SpreadsheetApp.Range.copyTo')],
  ["thrown(() => at('A1').moveTo(sheet))", wrong('SpreadsheetApp.Sheet', 'SpreadsheetApp.Range.moveTo')],
  ["thrown(() => ss.setActiveSheet('Sheet1'))", wrong('String', 'SpreadsheetApp.Spreadsheet.setActiveSheet')],
  ['thrown(() => ss.deleteSheet(null))', wrong('null', 'SpreadsheetApp.Spreadsheet.deleteSheet')],
  ["thrown(() => ss.setNamedRange('n', 'A1'))", wrong('String,String', 'SpreadsheetApp.Spreadsheet.setNamedRange')],
  ["thrown(() => sheet.getRange('1', 1))", wrong('String,number', 'SpreadsheetApp.Sheet.getRange')],
  ['thrown(() => sheet.getRange(1))', wrong('number', 'SpreadsheetApp.Sheet.getRange')],
  ['thrown(() => sheet.getRange(null, 1))', wrong('null,number', 'SpreadsheetApp.Sheet.getRange')],
  ['thrown(() => sheet.getRange(NaN, 1))', wrong('number,number', 'SpreadsheetApp.Sheet.getRange')],
]);

each('criteria of data validation', [
  [
    "SpreadsheetApp.newDataValidation().requireValueInList([9, false, 'z']).getCriteriaValues()",
    [['9', 'false', 'z'], true],
  ],
  ["SpreadsheetApp.newDataValidation().requireValueInList(['a'], false).build().getCriteriaValues()", [['a'], false]],
  ['SpreadsheetApp.newDataValidation().getCriteriaType()', null],
  ['SpreadsheetApp.newDataValidation().getCriteriaValues()', []],
  ['SpreadsheetApp.newDataValidation().requireCheckbox("A", "B").getCriteriaValues()', ['A', 'B']],
]);

each('the automatic number format', [
  ["at('A1').getNumberFormat()", '0.###############'],
  ["at('A1').setNumberFormat('0.00').setNumberFormat('general').getNumberFormat()", '0.###############'],
  ["at('A1:B1').setNumberFormats([['General', '0.0']]).getNumberFormats()", [['0.###############', '0.0']]],
  ["at('A1').setNumberFormat('general').setValue(1 / 3).getDisplayValue()", '0.3333333333'],
]);

each('an HTML page', [
  ["HtmlService.createHtmlOutput('x').getTitle()", ''],
  ["HtmlService.createHtmlOutput('x').setTitle('t').getTitle()", 't'],
]);

const arbitrary =
  'Exception: Adding developer metadata to arbitrary ranges is not currently supported. Developer metadata may only be added to the top-level spreadsheet, an individual sheet, or an entire row or column.';

each('developer metadata', [
  ...['A1', 'B6:D6', 'F2:F5', 'B2:D4', 'A:B'].map(
    (area): Case => [`thrown(() => at('${area}').addDeveloperMetadata('k', 'v'))`, arbitrary],
  ),
  [
    "at('G:G').addDeveloperMetadata('k', 'v'); return [at('G3'), at('G:G')].map((r) => r.getDeveloperMetadata().length)",
    [0, 1],
  ],
  [
    "at('G:G').addDeveloperMetadata('k'); const [m] = at('G:G').getDeveloperMetadata(); m.moveToColumn(at('C:C')); return m.getLocation().getColumn().getA1Notation()",
    'C:C',
  ],
  ["at('8:8').addDeveloperMetadata('k', 'v'); return at('C8').createDeveloperMetadataFinder().find().length", 0],
]);

each('ranges in R1C1 notation', [
  ["at('R2C3').getA1Notation()", 'C2'],
  ["at('R2C3:R4C5').getA1Notation()", 'C2:E4'],
  ["at('r4c5:r2c3').getA1Notation()", 'C2:E4'],
  ["ss.getRange(sheet.getName() + '!R1C1').getA1Notation()", 'A1'],
  ["at('R1').getA1Notation()", 'R1'],
]);

each('a member that Google lacks', [
  ['typeof sheet.getMagic', 'undefined'],
  ["at('A1').isFake === undefined && !SpreadsheetApp.isFake && !ScriptApp.isFake", true],
  ['thrown(() => sheet.getMagic())', 'TypeError: sheet.getMagic is not a function'],
  ['SpreadsheetApp.WrapStrategy.SHRINK', undefined],
  ["thrown(() => at('A1').autoFill)", 'Error: not emulated: Range.autoFill'],
]);

each('values that read back differently', [
  ["at('A1:B1').setFormulas([['=B2', '']]).getFormulasR1C1()", [['=R[1]C[1]', null]]],
  ["[at('A1').getFormulaR1C1(), at('A1').getFormula()]", [null, '']],
  ["at('A1').setHorizontalAlignment('normal').getHorizontalAlignment()", 'general-left'],
  ["at('A1').setHorizontalAlignment(null).getHorizontalAlignment()", 'general'],
  ["at('A1').setNote(5).getNote()", '5'],
  ["at('A1').setNote(null).getNote()", ''],
  ["at('A1').setFormula('SUM(1;2)').getFormula()", '=SUM(1,2)'],
  ["sheet.addDeveloperMetadata('k').getDeveloperMetadata()[0].getValue()", null],
]);

const rule = (formula: string) =>
  `thrown(() => sheet.setConditionalFormatRules([SpreadsheetApp.newConditionalFormatRule()
    .whenFormulaSatisfied(${JSON.stringify(formula)}).setRanges([at('A1')]).build()]))`;

each('refused calls', [
  [rule('=Sheet1!A1=2'), 'Exception: Conditional format rule cannot reference a different sheet.'],
  [rule('=A1="hey!"'), 'nothing'],
  [
    "thrown(() => SpreadsheetApp.newDataValidation().requireValueInList(new Array(501).fill('v')))",
    'Exception: The data validation rule has more items than the limit of 500. Use the “List from a range” criteria instead.',
  ],
  ["thrown(() => SpreadsheetApp.newDataValidation().requireValueInList(new Array(500).fill('v')))", 'nothing'],
  ...['', 'null', "''"].map(
    (given): Case => [`thrown(() => UrlFetchApp.fetch(${given}))`, 'Exception: Attribute provided with no value: url'],
  ),
  ['thrown(() => UrlFetchApp.fetchAll([{}]))', 'Exception: Attribute provided with no value: url'],
  ['UrlFetchApp.fetchAll([])', []],
  ["thrown(() => Utilities.formatDate(null, 'GMT', 'yyyy'))", wrong('null,String,String', 'Utilities.formatDate')],
  ["thrown(() => Utilities.formatDate('2025', 'GMT', 'yyyy'))", wrong('String,String,String', 'Utilities.formatDate')],
  ["thrown(() => sheet.appendRow('x'))", wrong('String', 'SpreadsheetApp.Sheet.appendRow')],
  ["thrown(() => SpreadsheetApp.getUi().showSidebar('x'))", wrong('String', 'Ui.showSidebar')],
  [
    "thrown(() => ss.insertSheet('Sheet1'))",
    'Exception: A sheet with the name "Sheet1" already exists. Please enter another name.',
  ],
  [
    'thrown(() => { for (const each of ss.getSheets()) ss.deleteSheet(each) })',
    "Exception: You can't remove all the sheets in a document.",
  ],
  ['thrown(() => sheet.setFrozenRows(1000))', "Exception: You can't freeze all visible rows on the sheet."],
  ["thrown(() => at('A1:B2').getCell(3, 1))", 'Exception: Cell reference out of range'],
  ["thrown(() => sheet.getRange('Nope!A1'))", 'Exception: Range not found'],
]);

test('another locale changes the notation of formulas and numbers, but no values', async () => {
  const body = `const sheet = ss.insertSheet(), r = sheet.getRange('A1:A2'); r.setFormulas([['=SUM(1.5,2)'], ['=TRUE']]);
    sheet.setConditionalFormatRules([SpreadsheetApp.newConditionalFormatRule().whenFormulaSatisfied('=AND(A1>1.5,TRUE)').setRanges([r]).build()]);
    const rule = () => sheet.getConditionalFormatRules()[0].getBooleanCondition().getCriteriaValues()[0];
    const seen = ['en_US', 'de_DE', 'fr_CA', 'en_US'].map((code) => { ss.setSpreadsheetLocale(code);
      return [ss.getSpreadsheetLocale(), r.getFormulas()[0][0], r.getDisplayValues().flat(), r.getValues().flat(), rule()] }); return seen`;
  const [number, truth] = [3.5, true];
  expect(await evaluate(body)).toEqual([
    ['en_US', '=SUM(1.5,2)', ['3.5', 'TRUE'], [number, truth], '=AND(A1>1.5,TRUE)'],
    ['de_DE', '=SUM(1,5;2)', ['3,5', 'WAHR'], [number, truth], '=AND(A1>1,5;TRUE)'],
    ['fr_CA', '=SUM(1,5;2)', ['3,5', 'VRAI'], [number, truth], '=AND(A1>1,5;TRUE)'],
    ['en_US', '=SUM(1.5,2)', ['3.5', 'TRUE'], [number, truth], '=AND(A1>1.5,TRUE)'],
  ]);
});
