// The saved workbook, read back part by part.
import { inflateRawSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { sampleHost } from './sample-host.ts';
import { workbookFile } from './xlsx/workbook-file.ts';

const { host, evaluate, close } = sampleHost();
afterAll(close);

/** The parts of an archive by the sizes that its local headers state. */
function parts(archive: Buffer): Map<string, string> {
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

test('a saved workbook has values, formulas, formats and frozen rows', async () => {
  await evaluate(`const sheet = ss.getSheets()[0]; sheet.setFrozenRows(1);
    sheet.getRange('A1:C1').setValues([['Id', 'Price', '<When> & why']]).setFontWeight('bold');
    sheet.getRange('A2').setNumberFormat('@').setValue('0017');
    sheet.getRange('B2').setNumberFormat('0.00').setValue(12.5);
    sheet.getRange('C2').setValue(new Date(Date.UTC(2025, 5, 16, 16)));
    sheet.getRange('D2').setFormula('=B2*2');`);
  const files = parts(workbookFile(host.workbook, []));
  const sheet = files.get('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<pane ySplit="1"');
  expect(sheet).toContain('<t xml:space="preserve">&lt;When&gt; &amp; why</t>');
  expect(sheet).toContain('<t xml:space="preserve">0017</t>');
  expect(sheet).toMatch(/<c r="B2" s="\d+"><v>12.5<\/v><\/c>/);
  // Noon in New York on 16 June 2025.
  expect(sheet).toMatch(/<c r="C2" s="\d+"><v>45824.5<\/v><\/c>/);
  expect(sheet).toMatch(/<c r="D2" s="\d+"><f>B2\*2<\/f><v>25<\/v><\/c>/);
  expect(files.get('xl/styles.xml')).toContain('formatCode="0.00"');
  expect(files.get('xl/workbook.xml')).toContain('<sheet name="Sheet1"');
});

test('of a formula with a function of the add-on the value stays', async () => {
  await evaluate("ss.getSheets()[0].getRange('A5').setFormula('=SUM(B2,1)')");
  const sheet = parts(workbookFile(host.workbook, ['SUM'])).get('xl/worksheets/sheet1.xml');
  expect(sheet).toMatch(/<c r="A5" s="\d+"><v>13.5<\/v><\/c>/);
});
