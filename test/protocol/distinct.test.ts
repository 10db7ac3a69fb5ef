/** Pages overlap if records arrive during paging. Distinguishes repeated records from equal ones. */
import { describe, expect, test } from 'vitest';
import type { AnyRecord } from '../../src/protocol/fields.ts';
import { BY_CONTENT, type Identity, renewed, sieveOf } from '../../src/protocol/unit-pages.ts';

const textOf = (record: AnyRecord) => String(record.id);
const NONE: Identity = { textOf };
const IN_A_ROW: Identity = { textOf, twins: 'in a row' };
const ANYWHERE: Identity = { textOf, twins: 'anywhere' };

/**
 * Each page is a word with one letter per record; new records become uppercase. A `!` before a page changes the total.
 */
function sifted(identity: Identity, before: string, pages: readonly string[]): readonly string[] {
  const texts = [...before];
  const sieve = sieveOf(identity, texts, [texts.length, texts[texts.length - 1] ?? '']);
  return pages.map((page) => {
    const records = [...page.replace('!', '')];
    const isNew = sieve(records, page.startsWith('!'));
    return records.map((text, index) => (isNew[index] ? text.toUpperCase() : text)).join('');
  });
}

describe('records with an identity', () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    ['are new the first time', '', ['abc', 'de'], ['ABC', 'DE']],
    ['are known when pages overlap', '', ['abc', 'cde'], ['ABC', 'cDE']],
    ['are known on a repeated page', '', ['abc', 'abc'], ['ABC', 'abc']],
    ['are known the second time on one page', '', ['aab'], ['AaB']],
    ['are known from an earlier slice', 'ab', ['bcd'], ['bCD']],
    ['are known even if far apart', '', ['abc', 'dae'], ['ABC', 'DaE']],
    ['are known in a row', '', ['abb', 'bbc'], ['ABb', 'bbC']],
  ])('%s', (_, before, pages, expected) => {
    expect(sifted(NONE, before, pages)).toEqual(expected);
  });
});

describe('records that may repeat in a row', () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    ['are new the first time', '', ['abc', 'de'], ['ABC', 'DE']],
    ['are new several times on one page', '', ['aab'], ['AAB']],
    ['are new when a row continues on the next page', '', ['abb', 'bbc'], ['ABB', 'BBC']],
    ['are known on a repeated page', '', ['abb', 'abb'], ['ABB', 'abb']],
    ['are known on a repeated page of equal records', '', ['bb', 'bb'], ['BB', 'bb']],
    ['are new on a longer page of equal records', '', ['bb', 'bbb'], ['BB', 'BBB']],
    ['are known after the total changed', '', ['abb', '!bbc'], ['ABB', 'bbC']],
    ['are known until the row gets longer, after the total changed', '', ['ab', '!bbc'], ['AB', 'bBC']],
    ['are known from an earlier page', '', ['aab', 'caa'], ['AAB', 'Caa']],
    ['are new if the row is longer than on an earlier page', '', ['ab', 'caa'], ['AB', 'CaA']],
    ['are new after an earlier slice', 'abb', ['bc', 'cd'], ['BC', 'CD']],
    ['are compared across an empty page', '', ['ab', '', 'bc'], ['AB', '', 'bC']],
  ])('%s', (_, before, pages, expected) => {
    expect(sifted(IN_A_ROW, before, pages)).toEqual(expected);
  });
});

describe('records that may repeat anywhere', () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    ['are new the first time', '', ['abc', 'de'], ['ABC', 'DE']],
    ['are new on the same and on other pages', '', ['aab', 'cad'], ['AAB', 'CAD']],
    ['are known where the next page repeats the end of the last', '', ['abc', 'bcd'], ['ABC', 'bcD']],
    ['are known on a repeated page', '', ['abc', 'abc'], ['ABC', 'abc']],
    ['are new if the next page repeats only the middle of the last', '', ['abc', 'bde'], ['ABC', 'BDE']],
    ['are known where a page repeats the end of an earlier slice', 'xyabc', ['bcd'], ['bcD']],
    ['are known where a page ends with the start of an earlier slice', 'abx', ['cdab'], ['CDab']],
    ['are known on a page that is part of another', '', ['abcd', 'bc'], ['ABCD', 'bc']],
    ['are known by the longest overlap', '', ['abab', 'abc'], ['ABAB', 'abC']],
    ['are known by an overlap with two pages', '', ['ab', 'cd', 'bcde'], ['AB', 'CD', 'bcdE']],
    ['are compared across an empty page', '', ['ab', '', 'bc'], ['AB', '', 'bC']],
  ])('%s', (_, before, pages, expected) => {
    expect(sifted(ANYWHERE, before, pages)).toEqual(expected);
  });
});

test('repeated records get their latest values', () => {
  const records: AnyRecord[] = [
    { id: 'a', is: 1 },
    { id: 'b', is: 1 },
  ];
  const again: AnyRecord[] = [
    { id: 'b', is: 2 },
    { id: 'b', is: 3 },
    { id: 'c', is: 4 },
  ];
  expect(renewed(records, again, NONE)).toEqual([records[0], again[1]]);
  expect(renewed(records, [], NONE)).toBe(records);
  expect(renewed(records, again)).toEqual(records);
  expect(BY_CONTENT.textOf(records[0]!)).not.toBe(BY_CONTENT.textOf(records[1]!));
});
