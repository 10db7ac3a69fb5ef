// A workbook that scripts fill with every feature that saved files support.
import { type SampleHost, sampleHost } from '../sample-host.ts';

const code = `
/** @customfunction */
function SAMPLE_TABLE(rows) { return Array.from({ length: rows }, (_, at) => ['000' + at, at * 1.5, at % 2 === 0]); }
/** @customfunction */
function SAMPLE_FAILS() { throw new Error('no'); }
`;

const cells = `
const sheet = ss.getSheets()[0].setName("It's all");
const put = (range, format, values) => sheet.getRange(range).setNumberFormat(format).setValues(values);
sheet.getRange('A1:F1').setValues([['Text', 'Number', 'Date', 'Logical', 'Formula', 'Spill']]).setFontWeight('bold')
  .setBackground('#cfe2f3').setFontColor('#0b5394').setHorizontalAlignment('center');
put('A2:A13', '@', [['0012'], ['=1+1'], ['1E5'], ['1234567890123456789012'], ['TRUE'], ['6/1/2025'], ["'quoted"],
  ['a<b> & "c"'], ['two\\nlines'], ['_x0041_ \\u0007 bell'], ['日本語 😀'], ['  spaces  ']]);
put('B2:B12', 'General', [[0], [-1.5], [1 / 3], [1e21], [123456789012345], [0.1 + 0.2], [1e-7], [''], [42], [7], [2.5]]);
put('B13:B16', '#,##0.00', [[1234.5], [-3], [0], [99.999]]);
sheet.getRange('B17:B23').setNumberFormats([['0.0%'], ['$#,##0.00'], ['0.00E+00'], ['000'], ['0;(0)'], ['[Red]0'], ['0.0,"K"']])
  .setValues([[0.1234], [-1234.5], [12345], [7], [-5], [3], [1500]]);
sheet.getRange('C2:C3').setValues([[new Date(Date.UTC(2025, 5, 16, 16))], [new Date(Date.UTC(2025, 0, 1, 5))]]);
put('C4:C8', 'yyyy-mm-dd hh:mm:ss', [[new Date(Date.UTC(2025, 10, 2, 5, 30))], [new Date(Date.UTC(2025, 2, 9, 7))],
  [new Date(Date.UTC(1999, 11, 31, 23, 59, 59))], [new Date(Date.UTC(2024, 1, 29, 12))], [new Date(Date.UTC(2025, 6, 4, 3, 59, 59))]]);
sheet.getRange('C9:C10').setNumberFormats([['h:mm am/pm'], ['[h]:mm']]).setValues([[0.75], [1.5]]);
sheet.getRange('D2:D4').setValues([[true], [false], ['TRUE']]);
sheet.getRange('E2:E18').setFormulas([['=B3*2'], ['=SUM(B2:B4)'], ['=A2&"-"&A3'], ['=1/0'], ['=NA()'], ['=C2+1'], ['=B17*2'],
  ['=B3>0'], ['=IFS(B3<0,"minus",TRUE,"plus")'], ['=TEXTJOIN(", ",TRUE,A2:A4)'], ['=COUNTA(A2:A)'], ['=Elsewhere!A1'],
  ['=SUM(\\'A very long name of a sheet, much longer than files allow\\'!A1:A2)'], ['=VLOOKUP("1E5",A2:B13,2,FALSE)'],
  ['=SAMPLE_FAILS()'], ['=IFERROR(SAMPLE_FAILS(),"caught")'], ['=SUM(Amounts)']]);
sheet.getRange('F2').setFormula('=SEQUENCE(3,2)');
sheet.getRange('F6').setFormula('=ARRAYFORMULA(B2:B4*2)');
sheet.getRange('F10').setFormula('={1,2;3,"x"}');
sheet.getRange('F13').setFormula('=SAMPLE_TABLE(3)');
sheet.getRange('F17').setFormula('=TRANSPOSE(A2:A4)');
sheet.getRange('A15:A17').setNotes([['a note'], ['two\\nlines & <more>'], ['']]);
sheet.getRange('A15').setValue('with a note').setFontStyle('italic').setFontLine('underline').setFontSize(14);
sheet.getRange('A18').setValue('struck').setFontLine('line-through').setFontFamily('Courier New');
sheet.getRange('A19:C20').merge().setValue('merged').setVerticalAlignment('middle').setBackground('yellow');
sheet.getRange('H20').setBackground('#ff0000');
sheet.getRange('J1:J1000').setNumberFormat('@');
sheet.getRange('A22').setValue('a long text that is wrapped in its cell').setWrap(true);
sheet.setFrozenRows(1); sheet.setFrozenColumns(1); sheet.setTabColor('#34a853');
sheet.setColumnWidth(1, 220); sheet.setColumnWidths(2, 2, 140); sheet.setRowHeight(22, 60);
sheet.hideRows(14); sheet.hideColumns(11, 2);
ss.setNamedRange('Amounts', sheet.getRange('B13:B16'));
const rule = () => SpreadsheetApp.newDataValidation();
sheet.getRange('D6:D8').setDataValidation(rule().requireValueInList(['red', 'green']).setAllowInvalid(false).setHelpText('A color').build());
sheet.getRange('D9').setDataValidation(rule().requireNumberBetween(1, 10).setAllowInvalid(false).build());
sheet.getRange('D10').setDataValidation(rule().requireCheckbox().build()).setValue(false);
sheet.getRange('D11').setDataValidation(rule().requireFormulaSatisfied('=D11>B10').build());
const elsewhere = ss.getSheetByName('Elsewhere').getSheetId();
sheet.getRange('E19').setFormula('=HYPERLINK("#gid=' + elsewhere + '&range=B2:C3","there")');
`;

const more = `
const long = ss.insertSheet('A very long name of a sheet, much longer than files allow');
long.getRange('A1:A2').setValues([[20], [22]]);
ss.insertSheet('Elsewhere').getRange('A1').setNumberFormat('0.000').setValue(3.14159);
ss.getSheetByName('Elsewhere').hideSheet();
const table = ss.insertSheet('Filtered');
table.getRange('A1:C6').setValues([['Id', 'Stock', 'Price'], ['A', 0, 1.5], ['B', 7, 2.5], ['C', 12, 3.5], ['D', 3, 9], ['E', 0, 4]]);
table.getRange('A1:C6').createFilter();
const format = (range) => SpreadsheetApp.newConditionalFormatRule().setRanges([table.getRange(range)]);
table.setConditionalFormatRules([
  format('B2:B6').whenNumberLessThan(1).setBackground('#f4cccc').setFontColor('#990000').setBold(true).build(),
  format('A2:A6').whenTextContains('C').setBackground('#d9ead3').build(),
  format('A2:A6').whenFormulaSatisfied('=$B2>5').setItalic(true).build(),
  format('B2:B6').whenCellNotEmpty().setBackground('#eeeeee').build(),
  format('C2:C6').setGradientMinpoint('#ffffff').setGradientMaxpoint('#57bb8a').build(),
]);
`;

const charts = `
const data = ss.insertSheet('Data');
data.getRange('A1:D7').setValues([['Month', 'Sold', 'Returned', 'Share'], ['Jan', 120, 8, 0.1], ['Feb', 150, 12, 0.2],
  ['Mar', 90, 4, 0.15], ['Apr', 180, 9, 0.3], ['May', 60, 15, 0.05], ['Jun', 140, 6, 0.2]]);
data.getRange('D2:D7').setNumberFormat('0%');
data.getRange('F1:F21').setValues([['Price']].concat(Array.from({ length: 20 }, (_, at) => [(at * 7) % 23])));
data.getRange('H1:I7').setValues([['Step', 'Change'], ['Start', 100], ['Sales', 60], ['Returns', -30], ['Fees', -20], ['Ads', -15], ['Other', 5]]);
data.getRange('K1:L3').setValues([['Gauge', 'Load'], ['North', 80], ['South', 35]]);
data.getRange('N1:O7').setValues([['X', 'Y'], [1, 2.1], [2, 3.9], [3, 6.2], [4, 7.8], [5, 10.1], [6, 12.2]]);
const sheet = ss.insertSheet('Charts');
const add = (type, range, row, column, options) => {
  const builder = sheet.newChart().setChartType(Charts.ChartType[type]).addRange(data.getRange(range)).setPosition(row, column, 0, 0)
    .setOption('title', type).setOption('width', 380).setOption('height', 240);
  for (const [name, value] of Object.entries(options || {})) builder.setOption(name, value);
  sheet.insertChart(builder.build());
};
add('COLUMN', 'A1:C7', 1, 1, { 'vAxis.title': 'Units', hAxis: { title: 'Month' }, 'legend.position': 'bottom' });
add('BAR', 'A1:C7', 1, 5, { isStacked: true, colors: ['#000080', 'orange'] });
add('LINE', 'A1:C1000', 1, 9, { curveType: 'function', pointSize: 5 });
add('AREA', 'A1:C7', 13, 1, { isStacked: 'percent' });
add('STEPPED_AREA', 'A1:B7', 13, 5);
add('PIE', 'A1:B7', 13, 9);
add('PIE', 'A1:B7', 25, 1, { pieHole: 0.5, title: 'DOUGHNUT' });
add('COMBO', 'A1:D7', 25, 5, { seriesType: 'bars', series: { 2: { type: 'line', targetAxisIndex: 1 } }, 'vAxes.1.title': 'Share' });
add('SCATTER', 'N1:O7', 25, 9, { 'vAxis.viewWindow.min': 0 });
add('HISTOGRAM', 'F1:F21', 37, 1, { 'histogram.bucketSize': 5 });
add('WATERFALL', 'H1:I7', 37, 5);
add('GAUGE', 'K1:L3', 37, 9);
add('TABLE', 'A1:D7', 49, 1);
ss.setActiveSheet(ss.getSheets()[0]);
`;

export async function sampleBook(): Promise<SampleHost> {
  const sample = sampleHost(code);
  for (const body of [more, cells, charts]) await sample.evaluate(body);
  await sample.host.workbook.settled();
  return sample;
}
