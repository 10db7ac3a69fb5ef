import { afterAll, describe, expect, test } from 'vitest';
import { LANGUAGES, messageIn, messages } from './messages.ts';
import { sampleHost } from './sample-host.ts';

const { host, evaluate, close } = sampleHost(
  'function endless() { Utilities.sleep(300000); Utilities.sleep(300000) }',
  {
    language: 'ja',
  },
);
afterAll(close);

test.each([
  ['a service', 'SpreadsheetApp.getActive().getRange("nowhere")', '範囲が見つかりません'],
  [
    'a workbook',
    'SpreadsheetApp.getActive().insertSheet("Sheet1")',
    '「Sheet1」という名前のシートは既に存在します。別の名前を入力してください。',
  ],
  ['a range', 'SpreadsheetApp.getActive().getRange("A1").getCell(2, 1)', 'セルの参照が範囲外です'],
])('%s throws a translated error', async (_, body, text) => {
  await expect(evaluate(body)).rejects.toMatchObject({ name: 'Exception', message: text });
});

test('an execution that exceeds its time limit ends with a translated error', async () => {
  expect(await host.call('menu', 'endless', [])).toMatchObject({
    ok: false,
    error: { name: 'Exception', message: '起動時間の最大値を超えました' },
  });
});

describe.each(LANGUAGES)('in %s', (language) => {
  test('every message keeps its placeholders and untranslated words', () => {
    const kept = (text: string) => text.match(/\{\d\}|[A-Z]\w+\.\w+|\w+[a-z][A-Z]\w+/g)?.sort() ?? [];
    for (const message of messages) {
      expect(kept(messageIn(language, message, ['{0}', '{1}', '{2}'])), message).toEqual(kept(message));
    }
  });
});
