import { afterAll, describe, expect, test } from 'vitest';
import { sampleHost } from './sample-host.ts';
import { cells } from './steps/cells.ts';
import type { World } from './steps/world.ts';

const { host, evaluate, close } = sampleHost();
afterAll(close);
/** Runs a function body with a new sheet as `sheet`. */
const on = (body: string) => evaluate(`const sheet = ss.insertSheet(); ${body}`);

test('hidden gridlines stay hidden in a copy', async () => {
  const seen = await on(`const before = sheet.hasHiddenGridlines();
    sheet.setHiddenGridlines(true);
    const copy = sheet.activate() && ss.duplicateActiveSheet();
    return [before, sheet.hasHiddenGridlines(), copy.hasHiddenGridlines()]`);
  expect(seen).toEqual([false, true, true]);
});

describe('a data validation that rejects input', () => {
  const rejection = (cell: string) =>
    `The data you entered in cell ${cell} violates the data validation rules set on this cell.`;
  const rule = (how: string, invalid = false) =>
    `sheet.getRange('B1:B3').setDataValidation(SpreadsheetApp.newDataValidation().${how}.setAllowInvalid(${invalid}).build());`;

  test.each([
    ["requireValueInList(['new', 'paid'])", "'paid'", "'gone'"],
    ['requireCheckbox()', 'true', "'maybe'"],
    ['requireNumberBetween(1, 5)', "'3'", '7'],
    ['requireNumberGreaterThan(0)', '1', "'none'"],
    ["requireTextContains('x')", "'axb'", "'abc'"],
  ])('%s accepts %s and rejects %s', async (how, good, bad) => {
    await on(`${rule(how)} sheet.getRange('A1:C3').setValues(Array(3).fill(['any', ${good}, 'any']))`);
    await on(`${rule(how)} sheet.getRange('B1:B3').setValue('')`);
    await expect(on(`${rule(how)} sheet.getRange('A2:B2').setValues([['any', ${bad}]])`)).rejects.toThrow(
      rejection('B2'),
    );
    await expect(on(`${rule(how)} sheet.getRange('B3').setValue(${bad})`)).rejects.toThrow(rejection('B3'));
    await on(`${rule(how, true)} sheet.getRange('B3').setValue(${bad})`);
  });

  test('applies to typed input', async () => {
    const name = String(await on(`${rule("requireValueInList(['a'])")} return sheet.getName()`));
    const world = { host: async () => host } as unknown as World;
    await expect(cells(world, { [`${name}!B1`]: 'b' })).rejects.toThrow(rejection('B1'));
    await cells(world, { [`${name}!B1`]: 'a', [`${name}!B1200`]: 'below' });
  });

  test('can be read back', async () => {
    const body = `${rule("requireValueInList(['a', 'b'])")} const r = sheet.getRange('B2').getDataValidation();
      return [r.getCriteriaType() === SpreadsheetApp.DataValidationCriteria.VALUE_IN_LIST, r.getCriteriaValues(), r.getAllowInvalid(),
        r.copy().setAllowInvalid(true).build().getAllowInvalid(), sheet.getRange('A1').getDataValidation()]`;
    expect(await on(body)).toEqual([true, [['a', 'b'], true], false, true, null]);
  });
});

test('a filter hides rows by value below its header', async () => {
  const body = `sheet.getRange('A1:B4').setValues([['id', 'state'], [1, 'paid'], [2, 'void'], [3, 'paid']]);
    const filter = sheet.getRange('A1:B4').createFilter();
    filter.setColumnFilterCriteria(2, SpreadsheetApp.newFilterCriteria().setHiddenValues(['paid', 'state']).build());
    const hidden = () => [1, 2, 3, 4].map((row) => sheet.isRowHiddenByFilter(row));
    const first = hidden(); const kept = sheet.getFilter().getColumnFilterCriteria(2).getHiddenValues();
    filter.removeColumnFilterCriteria(2);
    return [first, kept, hidden(), sheet.getFilter().getColumnFilterCriteria(2)]`;
  expect(await on(body)).toEqual([[false, true, false, true], ['paid', 'state'], [false, false, false, false], null]);
  await expect(on("sheet.getRange('A1:B2').createFilter().setColumnFilterCriteria(3, null)")).rejects.toThrow(
    'not in the range of the filter',
  );
});

test('a conditional format rule has its condition and format when read back', async () => {
  const body = `const range = sheet.getRange('A1:A9');
    sheet.setConditionalFormatRules([SpreadsheetApp.newConditionalFormatRule().whenNumberLessThan(5)
      .whenNumberBetween(1, 2).setBackground('#ff0000').setRanges([range]).build()]);
    const [rule] = sheet.getConditionalFormatRules(); const condition = rule.getBooleanCondition();
    return [String(condition.getCriteriaType()), condition.getCriteriaValues(), condition.getBackground(),
      condition.getFontColor(), rule.getRanges()[0].getA1Notation()]`;
  expect(await on(body)).toEqual(['NUMBER_BETWEEN', [1, 2], '#ff0000', null, 'A1:A9']);
});

describe('a chart', () => {
  test('can be created, changed, and removed', async () => {
    const body = `const chart = sheet.newChart().asColumnChart().setTitle('Sales').setStacked()
        .addRange(sheet.getRange('A1:B9')).setPosition(2, 4, 0, 0).setOption('legend', 'none').build();
      sheet.insertChart(chart);
      const [kept] = sheet.getCharts();
      sheet.updateChart(kept.modify().clearRanges().addRange(sheet.getRange('C1:C2')).build());
      const [again] = sheet.getCharts();
      const seen = [again.getOptions().get('title'), again.getContainerInfo().getAnchorColumn(), again.getRanges()[0].getA1Notation()];
      sheet.removeChart(again);
      return [...seen, sheet.getCharts().length]`;
    expect(await on(body)).toEqual(['Sales', 4, 'C1:C2', 0]);
  });

  test('has title and axis setters only if its type allows them, as on Google', async () => {
    await expect(on("sheet.newChart().setTitle('Sales')")).rejects.toThrow(
      'sheet.newChart(...).setTitle is not a function',
    );
    await expect(on("sheet.newChart().asPieChart().setXAxisTitle('x')")).rejects.toThrow(
      'asPieChart(...).setXAxisTitle is not a function',
    );
  });
});

test.each([
  ["'text'", 'String'],
  ['7', 'number'],
  ['[1, 2]', 'number[]'],
  ["['a']", 'String[]'],
  ['null', 'null'],
])('setValues(%s) throws because the value is not two-dimensional', async (value, type) => {
  await expect(on(`sheet.getRange('A1:B1').setValues(${value})`)).rejects.toThrow(
    `The parameters (${type}) don't match the method signature for SpreadsheetApp.Range.setValues.`,
  );
});

test('a text style changes only its own properties', async () => {
  const body = `const range = sheet.getRange('A1:B1').setFontStyles([['italic', 'normal']]);
    const large = SpreadsheetApp.newTextStyle().setFontSize(14).setBold(true).setForegroundColor('#0b57d0').build();
    const small = large.copy().setFontSize(9).setItalic(true).build();
    range.setTextStyles([[large, small]]);
    sheet.getRange('C1:C2').setTextStyle(small);
    return [...range.getFontSizes()[0], ...range.getFontWeights()[0], ...range.getFontStyles()[0], range.getFontColors()[0],
      sheet.getRange('C2').getTextStyle().isItalic(), small.getFontFamily(), small.isUnderline()]`;
  expect(await on(body)).toEqual([
    ...[14, 9],
    ...['bold', 'bold'],
    ...['italic', 'italic'],
    ['#0b57d0', '#0b57d0'],
    ...[true, null, null],
  ]);
});

test('several ranges can be selected, and both wrap settings share one value', async () => {
  const body = `sheet.getRangeList(['A2:C2', 'A5:C6']).activate(); const list = ss.getActiveRangeList().getRanges();
    sheet.getRange('A1').setWrap(true); sheet.getRange('A2').setWrapStrategy(SpreadsheetApp.WrapStrategy.CLIP);
    return [list.map((range) => range.getA1Notation()), ss.getCurrentCell().getA1Notation(),
      sheet.getRange('A1:A3').getWrapStrategies().map(String), sheet.getRange('A1:A3').getWraps().map(([is]) => is),
      String(sheet.getRange('A1').setWraps([[false]]).getWrapStrategy())]`;
  expect(await on(body)).toEqual([
    ['A2:C2', 'A5:C6'],
    'A5',
    ['WRAP', 'CLIP', 'OVERFLOW'],
    [true, false, true],
    'OVERFLOW',
  ]);
});

test('enumeration values read back as the same objects', async () => {
  const body = `sheet.getRange('A1:A2').setWrapStrategy(SpreadsheetApp.WrapStrategy.CLIP);
    return [sheet.getRange('A1').getWrapStrategy() === SpreadsheetApp.WrapStrategy.CLIP,
      sheet.getRange('A2:A3').getWrapStrategies().map((row) => String(row[0]))]`;
  expect(await on(body)).toEqual([true, ['CLIP', 'OVERFLOW']]);
});

test('a sheet can be created from a template and deleted', async () => {
  const body = `sheet.getRange('A1').setValue('kept').setNote('n');
    const copy = ss.insertSheet('Of ' + sheet.getName(), { template: sheet });
    const seen = [copy.getRange('A1').getValue(), copy.getRange('A1').getNote(), ss.getActiveSheet().getName() === copy.getName()];
    const count = ss.getNumSheets(); ss.deleteActiveSheet();
    return [...seen, count - ss.getNumSheets()]`;
  expect(await on(body)).toEqual(['kept', 'n', true, 1]);
});

test.each([
  ['', ['x', '#ff0000']],
  [', { contentsOnly: true }', ['x', '#ffffff']],
  [', { formatOnly: true }', ['', '#ff0000']],
])('copyTo copies contents and formats as selected by the options "%s"', async (options, copied) => {
  const body = `sheet.getRange('A1').setValue('x').setBackground('#ff0000'); const to = sheet.getRange('C1:C2');
    sheet.getRange('A1').copyTo(to${options}); return [to.getCell(2, 1).getValue(), to.getCell(2, 1).getBackground()]`;
  expect(await on(body)).toEqual(copied);
});

test('moveTo moves formats and leaves the source blank', async () => {
  const body = `sheet.getRange('A1').setValue('x').setBackground('#ff0000');
    sheet.getRange('A1').moveTo(sheet.getRange('C3'));
    return [sheet.getRange('A1').isBlank(), sheet.getRange('A1').getBackground(), sheet.getRange('C3').getValue(), sheet.getRange('C3').getBackground()]`;
  expect(await on(body)).toEqual([true, '#ffffff', 'x', '#ff0000']);
});

test('a prompt is confirmed with an empty string by default', async () => {
  const body = `const ui = SpreadsheetApp.getUi(); const answer = ui.prompt('Name', 'Yours?', ui.ButtonSet.OK_CANCEL);
    return [answer.getSelectedButton() === ui.Button.OK, answer.getResponseText()]`;
  expect(await evaluate(body)).toEqual([true, '']);
});

test('bandings can be listed and removed', async () => {
  const body = `sheet.getRange('A1:B9').applyRowBanding(SpreadsheetApp.BandingTheme.CYAN);
    const [banding] = sheet.getBandings(); const area = banding.getRange().getA1Notation(); banding.remove();
    return [area, sheet.getBandings().length]`;
  expect(await on(body)).toEqual(['A1:B9', 0]);
});
