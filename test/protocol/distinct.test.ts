/** Pages overlap where records arrive while they are read: what came before is told from what only says the same. */
import { describe, expect, test } from 'vitest';
import type { AnyRecord } from '../../src/protocol/fields.ts';
import { BY_CONTENT, type Identity, renewed, sieveOf } from '../../src/protocol/unit-pages.ts';

const textOf = (record: AnyRecord) => String(record.id);
const NONE: Identity = { textOf };
const IN_A_ROW: Identity = { textOf, twins: 'in a row' };
const ANYWHERE: Identity = { textOf, twins: 'anywhere' };

/** Pages as words of one letter a record; those that are new, in capitals. A `!` before a page: the total changed. */
function sifted(identity: Identity, before: string, pages: readonly string[]): readonly string[] {
  const texts = [...before];
  const sieve = sieveOf(identity, texts, [texts.length, texts[texts.length - 1] ?? '']);
  return pages.map((page) => {
    const records = [...page.replace('!', '')];
    const isNew = sieve(records, page.startsWith('!'));
    return records.map((text, index) => (isNew[index] ? text.toUpperCase() : text)).join('');
  });
}

describe('records that have an identity', () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    ['all new', '', ['abc', 'de'], ['ABC', 'DE']],
    ['one page overlaps the next', '', ['abc', 'cde'], ['ABC', 'cDE']],
    ['the same page again', '', ['abc', 'abc'], ['ABC', 'abc']],
    ['twice on one page', '', ['aab'], ['AaB']],
    ['some came before', 'ab', ['bcd'], ['bCD']],
    ['apart', '', ['abc', 'dae'], ['ABC', 'DaE']],
    ['several in a row', '', ['abb', 'bbc'], ['ABb', 'bbC']],
  ])('%s', (_, before, pages, expected) => {
    expect(sifted(NONE, before, pages)).toEqual(expected);
  });
});

describe('records of which several may say the same in a row', () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    ['all new', '', ['abc', 'de'], ['ABC', 'DE']],
    ['several on a page', '', ['aab'], ['AAB']],
    ['going on from one page to the next', '', ['abb', 'bbc'], ['ABB', 'BBC']],
    ['the same page again', '', ['abb', 'abb'], ['ABB', 'abb']],
    ['a page of one record alone again', '', ['bb', 'bb'], ['BB', 'bb']],
    ['more of it on a longer page', '', ['bb', 'bbb'], ['BB', 'BBB']],
    ['after the total changed', '', ['abb', '!bbc'], ['ABB', 'bbC']],
    ['more of it after the total changed', '', ['ab', '!bbc'], ['AB', 'bBC']],
    ['that came on an earlier page', '', ['aab', 'caa'], ['AAB', 'Caa']],
    ['one more than came on an earlier page', '', ['ab', 'caa'], ['AB', 'CaA']],
    ['before this slice', 'abb', ['bc', 'cd'], ['BC', 'CD']],
    ['nothing on a page', '', ['ab', '', 'bc'], ['AB', '', 'bC']],
  ])('%s', (_, before, pages, expected) => {
    expect(sifted(IN_A_ROW, before, pages)).toEqual(expected);
  });
});

describe('records of which several may say the same anywhere', () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    ['all new', '', ['abc', 'de'], ['ABC', 'DE']],
    ['several on a page and on others', '', ['aab', 'cad'], ['AAB', 'CAD']],
    ['the end of one page is the beginning of the next', '', ['abc', 'bcd'], ['ABC', 'bcD']],
    ['the same page again', '', ['abc', 'abc'], ['ABC', 'abc']],
    ['the middle of one page begins the next', '', ['abc', 'bde'], ['ABC', 'BDE']],
    ['the end of what came before', 'xyabc', ['bcd'], ['bcD']],
    ['the beginning of what came before ends the page', 'abx', ['cdab'], ['CDab']],
    ['a page within another one', '', ['abcd', 'bc'], ['ABCD', 'bc']],
    ['the longest of several', '', ['abab', 'abc'], ['ABAB', 'abC']],
    ['over two pages', '', ['ab', 'cd', 'bcde'], ['AB', 'CD', 'bcdE']],
    ['nothing on a page', '', ['ab', '', 'bc'], ['AB', '', 'bC']],
  ])('%s', (_, before, pages, expected) => {
    expect(sifted(ANYWHERE, before, pages)).toEqual(expected);
  });
});

test('records that came again are as they were read last', () => {
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
