/** Parses responses by content, and classifies responses without data. */
import { expect, test } from 'vitest';
import { child, parse } from '../../src/protocol/parse.ts';

const BOM = '\uFEFF';

test.each([
  ['case 1: a byte order mark before JSON', `${BOM}{"a":"1"}`, { a: '1' }],
  ['case 2: a byte order mark before XML without a declaration', `${BOM}<A><b>1</b></A>`, { A: { b: '1' } }],
  ['surrounding whitespace', ' \r\n\t{"a":1}\n', { a: 1 }],
  ['case 3: XML is known by its first character', '<A>1</A>', { A: '1' }],
  ['case 30: the root under the neutral word', '{"MarketAPIResponse":{"a":1}}', { a: 1 }],
  ['case 30: the root under any brand word', '{"BrandAPIResponse":{"a":1}}', { a: 1 }],
  ['case 30: the root in XML', '<BrandAPIResponse><a>1</a></BrandAPIResponse>', { a: '1' }],
  ['a root with a sibling is kept', '{"MarketAPIResponse":{"a":1},"b":2}', { MarketAPIResponse: { a: 1 }, b: 2 }],
  ['an error root is kept', '<Errors><Error><Code>1</Code></Error></Errors>', { Errors: { Error: { Code: '1' } } }],
  ['case 9: namespaces and prefixes', '<x:A xmlns:x="u" xmlns:y="v"><y:b>1</y:b></x:A>', { A: { b: '1' } }],
  ['case 40: CDATA amid line breaks', '<A><b>\n  <![CDATA[X & <Y>]]>\n </b></A>', { A: { b: 'X & <Y>' } }],
  ['case 45: blanks in tags', '<A ><b >200.01</b ></A >', { A: { b: '200.01' } }],
  [
    'leading zeros and long digits in XML',
    '<A><b>00501</b><c>9007199254740993</c></A>',
    { A: { b: '00501', c: '9007199254740993' } },
  ],
  ['case 42: a whole number above 2^53', '{"n":9007199254740993}', { n: '9007199254740993' }],
  ['a negative number below -2^53', '{"n":-9007199254740993}', { n: '-9007199254740993' }],
  [
    'several long numbers in a list',
    '[12345678901234567890,1,98765432109876543210]',
    ['12345678901234567890', 1, '98765432109876543210'],
  ],
  [
    'digits inside a string',
    '{"n":"9007199254740993","m":"x \\" 9007199254740993"}',
    { n: '9007199254740993', m: 'x " 9007199254740993' },
  ],
  ['a fraction with many digits', '{"acos":0.12402010050251257,"n":1}', { acos: 0.12402010050251257, n: 1 }],
  ['a long number with a fraction', '{"n":1234567890123456.5}', { n: 1234567890123456.5 }],
  ['an exponent', '{"n":1.25e-5,"m":1234567890123456789e-3}', { n: 1.25e-5, m: Number('1234567890123456789e-3') }],
  [
    'case 44: control characters, raw and as entities',
    '<A>12 Main\u000B St &#x1F;apt &#3;3</A>',
    { A: '12 Main St apt 3' },
  ],
  ['line breaks and tabs are kept', '<A>a\tb\nc</A>', { A: 'a\tb\nc' }],
  ['numeric entities', '<A>&#8364; &#x20AC; &#128512;</A>', { A: '€ € 😀' }],
  ['entities are decoded once', '<A>&amp;lt; &amp;amp; &lt;b&gt; &quot;&apos;</A>', { A: '&lt; &amp; <b> "\'' }],
  [
    'a numeric ampersand is decoded once',
    '<A>&#38;lt; &#x26;amp; &#038;#61;<![CDATA[&#38;lt;]]></A>',
    { A: '&lt; &amp; &#61;&#38;lt;' },
  ],
  ['case 48: accents, dashes and emoji', '{"a":"Zoë – 🎧"}', { a: 'Zoë – 🎧' }],
  ['comments', '<A><!-- no --><b>1</b></A>', { A: { b: '1' } }],
  [
    'a document type mentioned in a title',
    '<A><b><![CDATA[How to write a <!DOCTYPE html> book]]></b><!-- <!DOCTYPE A> --><c d="a > b"/></A>',
    { A: { b: 'How to write a <!DOCTYPE html> book', c: { '@d': 'a > b' } } },
  ],
  [
    'a document type mentioned in a comment at the top',
    '<?xml version="1.0"?>\n<!-- no <!DOCTYPE A> -->\n<A><b>1</b></A>',
    { A: { b: '1' } },
  ],
  [
    'JSON converted from XML',
    '{"?xml":{"@version":"1.0"},"MarketAPIResponse":{"@xmlns":"u","a":1}}',
    { '@xmlns': 'u', a: 1 },
  ],
  [
    'JSON converted from XML, with errors',
    '{"?xml":{"@version":"1.0"},"Root":{"Errors":{"Error":{"Code":"1"}}}}',
    { Root: { Errors: { Error: { Code: '1' } } } },
  ],
])('%s', (_, text, tree) => {
  expect(parse(text)).toEqual({ tree });
});

test.each([
  ['case 5: an empty text', '', 'empty'],
  ['case 5: whitespace only', ` \n${BOM} `, 'empty'],
  ['case 4: a web page', '<!DOCTYPE html><html></html>', 'html'],
  ['case 4: a web page in capitals', '<HTML><BODY>x</BODY></HTML>', 'html'],
  ['case 4: a web page after a declaration', '<?xml version="1.0"?>\n<!DOCTYPE html><html></html>', 'html'],
  ['case 14: plain text', 'Gateway: Seller Auth failed.', 'text'],
  ['case 6: truncated JSON', '{"IsSuccess":true,"ResponseBody":{"ItemList":[{"ItemNumber":"9SIA', 'broken'],
  ['case 6: truncated XML', '<A><b>1</b><c>2</c', 'broken'],
  ['case 6: XML without its last tag', '<A><b>1</b>', 'broken'],
  ['XML with crossed tags', '<A><b></A></b>', 'broken'],
  ['case 38: NaN', '{"a":NaN}', 'broken'],
  ['a document type', '<!DOCTYPE A [<!ENTITY x "y">]><A>&x;</A>', 'broken'],
  [
    'a document type after a declaration',
    '<?xml version="1.0"?><!doctype A SYSTEM "http://evil.example/x"><A/>',
    'broken',
  ],
  ['a document type in the middle', '<A><!DOCTYPE A [<!ENTITY x "y">]><b>&x;</b></A>', 'broken'],
  ['a document type after the root', '<a/><!DOCTYPE A [<!ENTITY x "y">]><A>&x;</A>', 'broken'],
  ['a document type after a fake comment', '<A b="<!--"><!DOCTYPE A [<!ENTITY x "y">]><c>&x;</c></A>', 'broken'],
  [
    'a document type after a fake CDATA section',
    '<A b=">" c="<![CDATA["><!DOCTYPE A [<!ENTITY x "y">]><c>&x;</c></A>',
    'broken',
  ],
  ['a document type with a control character in its name', '<!DOC\u0001TYPE A [<!ENTITY x "y">]><A>&x;</A>', 'broken'],
  ['JSON with a trailing comma', '{"a":[1,2,]}', 'broken'],
] as const)('detects %s', (_, text, not) => {
  expect(parse(text)).toMatchObject({ not });
});

test.each([
  ['JSON', '{"__proto__":{"polluted":1},"constructor":{"polluted":1},"a":"1"}'],
  ['XML', '<A><__proto__><polluted>1</polluted></__proto__><a>1</a></A>'],
])('built-in JavaScript names in %s have no effect', (_, text) => {
  const parsed = parse(text);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  if (!('tree' in parsed)) throw new Error(parsed.why);
  const data = child(parsed.tree, 'A') ?? parsed.tree;
  expect(child(data, 'a')).toBe('1');
  expect(child(data, 'toString')).toBeUndefined();
  expect(child(data, 'polluted')).toBeUndefined();
});

test.each([
  ['comments', '<!--'],
  ['CDATA', '<![CDATA['],
  ['tags', '<a b="'],
  ['instructions', '<?a '],
])('many unclosed %s before a document type are a damaged response', (_, start) => {
  const parsed = parse(`<A><b>${start.repeat(200_000)}<!DOCTYPE A>`);
  expect(parsed).toMatchObject({ not: 'broken' });
});

test('a large response with many entities is read completely', () => {
  const parsed = parse(`<A>${'<b>Tools &amp; more &#38; &lt;x&gt;</b>'.repeat(20_000)}</A>`);
  const texts = 'tree' in parsed ? child(child(parsed.tree, 'A'), 'b') : [];
  expect(texts).toHaveLength(20_000);
  expect((texts as readonly string[]).every((text) => text === 'Tools & more & <x>')).toBe(true);
});

const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ');

test.each([
  ['an unclosed string with many escaped quotes', `{"n":1234567890123456,"a":"${'\\"'.repeat(200_000)}`],
  ['a million attributes of one tag', `<A ${attributes(1_000_000)}>x</A>`],
  ['a million attributes with spaces and line breaks', `<A ${attributes(1_000_000).replace(/=/g, ' =\n  ')}>x</A>`],
  ['a tag full of whitespace', `<A ${' '.repeat(200_000)}x>x</A>`],
  ['a tag with long whitespace between names', `<A${`${' '.repeat(900)}b`.repeat(200)}>x</A>`],
  ['a million attributes of many tags', `<A>${`<b ${attributes(100)}/>`.repeat(10_000)}</A>`],
])('%s is rejected within a second of CPU', (_, text) => {
  const before = process.cpuUsage();
  expect(parse(text)).toMatchObject({ not: 'broken' });
  // Ten times the normal duration. The earlier quadratic parser took over ten seconds.
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
