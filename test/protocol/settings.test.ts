/** Each setting changes exactly its documented effect. */
import { describe, expect, test } from 'vitest';
import {
  assumed,
  assumptions,
  codesIn,
  readSettings,
  type SettingName,
  type Settings,
  settingsWith,
} from '../../src/protocol/settings.ts';
import { expectLines } from '../support/lines.ts';
import { faultOf } from './fault.ts';
import { type Observed, observe } from './observed.ts';

/** A setting's value, and all observable differences from the default. */
interface Effect {
  readonly set: Partial<Settings>;
  readonly shows: Readonly<Record<string, readonly [usual: unknown, set: unknown]>>;
}

test('a list of codes can be separated by commas, semicolons, or spaces', () => {
  expect(['CE001, AccessDenied;', ' CE001 AccessDenied ', ''].map(codesIn)).toEqual([
    ['CE001', 'AccessDenied'],
    ['CE001', 'AccessDenied'],
    [],
  ]);
});

const contains = (text: string) => expect.stringContaining(text);

const ISSUER = '<IssueUser>me@shop.example</IssueUser>';

const EFFECTS: Readonly<Record<SettingName, Effect>> = {
  envelopeWord: {
    set: { envelopeWord: 'Brand' },
    shows: {
      'orders in xml': [contains('<MarketAPIRequest>'), contains('<BrandAPIRequest>')],
      'lookup-report in xml': [contains('<MarketAPIRequest>'), contains('<BrandAPIRequest>')],
    },
  },
  jsonRequestRoot: {
    set: { jsonRequestRoot: true },
    shows: {
      'orders in json': [expect.not.stringContaining('MarketAPIRequest'), contains('{"MarketAPIRequest":{')],
      'lookup-report in json': [expect.not.stringContaining('MarketAPIRequest'), contains('{"MarketAPIRequest":{')],
    },
  },
  issueUserPlace: {
    set: { issueUserPlace: 'body' },
    shows: {
      'orders in json': [contains('{"IssueUser":'), contains('"RequestBody":{"IssueUser":')],
      'orders in xml': [contains(`<MarketAPIRequest>${ISSUER}`), contains(`<RequestBody>${ISSUER}`)],
      'lookup-report in json': [contains('{"IssueUser":'), contains('"RequestBody":{"IssueUser":')],
      'lookup-report in xml': [contains(`<MarketAPIRequest>${ISSUER}`), contains(`<RequestBody>${ISSUER}`)],
    },
  },
  voidSoonPlace: {
    set: { voidSoonPlace: 'body' },
    shows: {
      'orders in json': [contains('"RequestCriteria":{"VoidSoon":24}'), contains('"VoidSoon":24,"RequestCriteria":{}')],
      'orders in xml': [
        contains('<RequestCriteria><VoidSoon>24</VoidSoon>'),
        contains('<VoidSoon>24</VoidSoon><RequestCriteria>'),
      ],
    },
  },
  extUrl: {
    set: { extUrl: 'group/other' },
    shows: {
      'ad-performance in json': [
        contains('"extUrl":"group/searchGroupByCampaign"'),
        contains('"extUrl":"group/other"'),
      ],
    },
  },
  eachStatus: { set: { eachStatus: true }, shows: { 'calls for every status': [1, 6] } },
  lookupFirstPage: {
    set: { lookupFirstPage: 0 },
    shows: {
      'lookup-report in json': [contains('"PageIndex":2'), contains('"PageIndex":1')],
      'lookup-report in xml': [contains('<PageIndex>2<'), contains('<PageIndex>1<')],
    },
  },
  priceHistoryPageSize: {
    set: { priceHistoryPageSize: 25 },
    shows: {
      'price-history in json': [contains('pageindex=2&pagesize=100'), contains('pageindex=2&pagesize=25')],
      'price-history in xml': [contains('pageindex=2&pagesize=100'), contains('pageindex=2&pagesize=25')],
    },
  },
  orderNumbersPerCall: {
    set: { orderNumbersPerCall: 50 },
    shows: { 'calls for 250 order numbers': [3, 5] },
  },
  datesWithoutOffset: {
    set: { datesWithoutOffset: 'utc' },
    shows: { 'answer: order date': ['2025-06-15T16:00:00.000Z', '2025-06-15T09:00:00.000Z'] },
  },
  apiKeyCodes: {
    set: { apiKeyCodes: 'XX100' },
    shows: {
      'answer: InvalidConsumerKey': ['MARKET_KEY', 'MARKET_SERVICE'],
      'answer: XX100': ['MARKET_SERVICE', 'MARKET_KEY'],
      'answer: XX100 for UPC codes': ['MARKET_SERVICE', 'MARKET_KEY'],
    },
  },
  sellerCodes: {
    set: { sellerCodes: 'XX100; AccessDenied' },
    shows: {
      'answer: CE001': ['MARKET_SELLER', 'MARKET_SERVICE'],
      'answer: XX100': ['MARKET_SERVICE', 'MARKET_SELLER'],
      'answer: XX100 for UPC codes': ['MARKET_SERVICE', 'MARKET_SELLER'],
    },
  },
  addressCodes: {
    set: { addressCodes: 'YY1' },
    shows: {
      'answer: NotFound under 404': ['MARKET_STOREFRONT', 'MARKET_SERVICE'],
      'answer: YY1 under 404': ['MARKET_SERVICE', 'MARKET_STOREFRONT'],
    },
  },
  capCodes: {
    set: { capCodes: 'XX100' },
    shows: {
      'answer: 429': ['MARKET_CAP, again in 1 minutes', 'MARKET_SERVICE'],
      'answer: XX100': ['MARKET_SERVICE', 'MARKET_CAP, again in 1 minutes'],
      'answer: XX100 for UPC codes': ['MARKET_SERVICE', 'MARKET_CAP, again in 1 minutes'],
    },
  },
  capResetHeader: {
    set: { capResetHeader: 'X-Again' },
    shows: {
      'answer: status 429': ['MARKET_CAP, again in 30 minutes', 'MARKET_CAP, again in 10 minutes'],
    },
  },
  noOrderCodes: {
    set: { noOrderCodes: 'XX100' },
    shows: { 'answer: SO003': ['nothing', 'MARKET_SERVICE'], 'answer: XX100': ['MARKET_SERVICE', 'nothing'] },
  },
  unlistedUpcCodes: {
    set: { unlistedUpcCodes: 'XX100' },
    shows: {
      'answer: CT010': ['nothing', 'MARKET_SERVICE'],
      'answer: XX100 for UPC codes': ['MARKET_SERVICE', 'nothing'],
    },
  },
  requestFaultCodes: {
    set: { requestFaultCodes: 'XX100' },
    shows: {
      'answer: CE002': ['MARKET_SERVICE, Advanced settings', 'MARKET_SERVICE'],
      'answer: XX100': ['MARKET_SERVICE', 'MARKET_SERVICE, Advanced settings'],
      'answer: XX100 for UPC codes': ['MARKET_SERVICE', 'MARKET_SERVICE, Advanced settings'],
    },
  },
  headerErrorCodes: {
    set: { headerErrorCodes: 'E?, 4??' },
    shows: {
      'answer: header 503': ['MARKET_SERVICE', 'nothing'],
      'answer: header E1': ['nothing', 'MARKET_SERVICE'],
    },
  },
  caps: { set: { caps: 'orders 600' }, shows: { 'calls an hour for orders': [1000, 600] } },
  callTimeoutSeconds: { set: { callTimeoutSeconds: 240 }, shows: { seconds: [60, 240] } },
};

const NAMES = Object.keys(assumptions) as SettingName[];

describe('a setting', () => {
  const usual = observe({});

  const differing = (other: Observed) =>
    Object.keys(usual).filter((name) => JSON.stringify(usual[name]) !== JSON.stringify(other[name]));

  test.each(NAMES)('%s changes exactly its effect', (name) => {
    const { set, shows } = EFFECTS[name];
    expect(Object.keys(set)).toEqual([name]);
    const other = observe(set);
    expectLines(differing(other), Object.keys(shows), {
      list: `shows of ${name} in EFFECTS of test/protocol/settings.test.ts`,
      line: 'what is sent or read usually, and what with this setting',
    });
    for (const [what, [before, after]] of Object.entries(shows)) {
      expect({ [what]: usual[what] }).toEqual({ [what]: before });
      expect({ [what]: other[what] }).toEqual({ [what]: after });
    }
  });

  test.each(NAMES)('%s with its default value has no effect', (name) => {
    expect(differing(observe({ [name]: assumptions[name].value }))).toEqual([]);
  });

  test('several together each have their effect', () => {
    const all = NAMES.filter((name) => !/Codes$/.test(name)).map((name) => EFFECTS[name]);
    const other = observe(Object.assign({}, ...all.map(({ set }) => set)));
    const shown = new Set(all.flatMap(({ shows }) => Object.keys(shows)));
    expectLines(differing(other), shown, {
      list: 'EFFECTS in test/protocol/settings.test.ts',
      line: 'it differs where several settings are set, and no one of them says so',
    });
  });
});

describe('independent of all settings', () => {
  test.each([
    ['answer: InvalidToken', 'MARKET_KEY'],
    ['answer: CT026', 'nothing'],
    ['answer: CT010 for item numbers', 'MARKET_SERVICE'],
    ['answer: header 020', 'nothing'],
    ['answer: another brand word', '1'],
    ['answer: date with an offset', '2025-06-15T14:00:00.000Z'],
  ])('%s gives %s', (what, expected) => {
    expect(observe({})[what]).toBe(expected);
    for (const { set } of Object.values(EFFECTS)) expect(observe(set)[what]).toBe(expected);
  });
});

describe('settings typed by the user', () => {
  test('are omitted if blank or default', () => {
    expect(readSettings(undefined)).toEqual({});
    expect(readSettings({ envelopeWord: ' ', extUrl: null, eachStatus: '', callTimeoutSeconds: '60' })).toEqual({});
    expect(readSettings(Object.fromEntries(NAMES.map((name) => [name, String(assumed[name])])))).toEqual({});
  });

  test.each(NAMES)('are stored as typed: %s', (name) => {
    const { set } = EFFECTS[name];
    expect(readSettings({ [name]: ` ${set[name]} ` })).toEqual(set);
    expect(settingsWith(readSettings(set))).toEqual({ ...assumed, ...set });
  });

  test.each(['yes', 'Yes', 'TRUE', 'true'])('accept %s as yes', (typed) => {
    expect(readSettings({ eachStatus: typed })).toEqual({ eachStatus: true });
  });

  test.each([
    ['eachStatus', 'maybe', 'takes yes or no'],
    ['jsonRequestRoot', '1', 'takes yes or no'],
    ['lookupFirstPage', '2', 'from 0 to 1'],
    ['lookupFirstPage', '-1', 'from 0 to 1'],
    ['priceHistoryPageSize', '0', 'from 1 to 1000'],
    ['priceHistoryPageSize', '1001', 'from 1 to 1000'],
    ['priceHistoryPageSize', '2.5', 'whole number'],
    ['priceHistoryPageSize', '1e2', 'whole number'],
    ['orderNumbersPerCall', '101', 'from 1 to 100'],
    ['caps', 'orders', 'such as orders 600'],
    ['caps', 'orders 0', 'such as orders 600'],
    ['callTimeoutSeconds', '4', 'from 5 to 300'],
    ['callTimeoutSeconds', '301', 'from 5 to 300'],
    ['callTimeoutSeconds', 'NaN', 'whole number'],
    ['issueUserPlace', 'somewhere', 'takes root or body'],
    ['voidSoonPlace', 'toString', 'takes criteria or body'],
    ['datesWithoutOffset', 'Berlin', 'takes pacific or utc'],
    ['envelopeWord', 'Two words', 'up to 40 letters'],
    ['envelopeWord', '<x>', 'up to 40 letters'],
    ['envelopeWord', '1st', 'up to 40 letters'],
    ['envelopeWord', 'x'.repeat(41), 'up to 40 letters'],
    ['capResetHeader', 'X-Again: 1', 'up to 100 letters'],
    ['capResetHeader', 'X\nY', 'up to 100 letters'],
    ['extUrl', 'a\nb', 'up to 200 English letters, digits, and symbols'],
    ['extUrl', 'x'.repeat(201), 'up to 200 English letters, digits, and symbols'],
    ['capCodes', '\u0000', 'up to 200 English letters, digits, and symbols'],
    ['sellerCodes', 'Schlüssel', 'up to 200 English letters, digits, and symbols'],
  ] as const)('%s: %j is rejected', (name, typed, says) => {
    const error = faultOf(() => readSettings({ [name]: typed }));
    expect(error.code).toBe('MARKET_ARGUMENT');
    expect(error.message).toContain(`"${assumptions[name].title}"`);
    expect(error.message).toContain(says);
    expect(error.message).toMatch(/\.$/);
  });

  test.each(['unknown', 'toString', '__proto__x', 'constructor'])('the unknown setting %s is rejected', (name) => {
    const error = faultOf(() => readSettings({ [name]: '1' }));
    expect(error.code).toBe('MARKET_ARGUMENT');
    expect(error.message).toContain(`"${name}"`);
    expect(error.message).toContain('envelopeWord');
  });
});
