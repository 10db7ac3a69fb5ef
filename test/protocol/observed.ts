/** Lists all requests and decoded responses under given settings, by name, so that settings can be compared. */
import { type OperationId, operations } from '../../src/operations/registry.ts';
import { cappedBy } from '../../src/protocol/connection.ts';
import { unitsOf } from '../../src/protocol/cursor.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import type { Operation, Storefront } from '../../src/protocol/operation.ts';
import { type Page, readPage } from '../../src/protocol/page.ts';
import { readParams } from '../../src/protocol/params.ts';
import { buildRequest } from '../../src/protocol/request.ts';
import type { Settings } from '../../src/protocol/settings.ts';
import type { Params } from '../operations/example.ts';
import { type Arrival, envelope, json, serviceError } from './arrivals.ts';
import { questionOf } from './questions.ts';
import { shop } from './shop.ts';

export type Observed = Readonly<Record<string, unknown>>;

export const NOW = Date.UTC(2025, 5, 16, 12);

/** Params whose place in the request depends on a setting. */
const PLACED: Readonly<Partial<Record<OperationId, Params>>> = {
  orders: { voidSoon: '24', issueUser: 'me@shop.example' },
  'lookup-report': { issueUser: 'me@shop.example' },
};

const inputOf = (id: OperationId): Params => ({ ...questionOf(id), ...PLACED[id] });

const refused = (code: string, status = 400): Arrival => json([{ Code: code, Message: 'm' }], status);

interface Answered {
  readonly id: OperationId;
  readonly result: Arrival;
  readonly input?: Readonly<Record<string, unknown>>;
}

const LATER = { 'x-ratelimit-resettime': '6/16/2025 5:30:00 AM', 'x-again': '6/16/2025 5:10:00 AM' };

/** Responses that a setting decodes differently. */
const ANSWERS: Readonly<Record<string, Answered>> = {
  'order date': { id: 'orders', result: envelope({ OrderInfoList: [{ OrderDate: '06/15/2025 9:00:00' }] }) },
  'date with an offset': {
    id: 'price-history',
    result: envelope({ PriceLogs: [{ RequestTimeStamp: '2025-06-15T09:00:00-05:00' }] }),
  },
  'another brand word': {
    id: 'lookup-report',
    result: json({
      OtherAPIResponse: { IsSuccess: true, ResponseBody: { ItemList: [{ OtherItemNumber: '1' }] } },
    }),
  },
  InvalidConsumerKey: { id: 'inventory', result: refused('InvalidConsumerKey') },
  InvalidToken: { id: 'inventory', result: refused('InvalidToken') },
  CE001: { id: 'inventory', result: refused('CE001') },
  AccessDenied: { id: 'inventory', result: refused('AccessDenied', 403) },
  '429': { id: 'inventory', result: refused('429') },
  'status 429': { id: 'inventory', result: json([], 429, LATER) },
  SO003: { id: 'orders', result: refused('SO003') },
  CT010: { id: 'inventory', result: refused('CT010'), input: { values: ['1'], type: '2' } },
  'CT010 for item numbers': {
    id: 'inventory',
    result: refused('CT010'),
    input: { values: ['1'], type: '0' },
  },
  CT026: { id: 'inventory', result: refused('CT026') },
  CE002: { id: 'inventory', result: refused('CE002') },
  'NotFound under 404': { id: 'keywords', result: serviceError('NotFound', 404) },
  'YY1 under 404': { id: 'keywords', result: serviceError('YY1', 404) },
  XX100: { id: 'orders', result: refused('XX100') },
  'XX100 for UPC codes': { id: 'inventory', result: refused('XX100'), input: { values: ['1'], type: '2' } },
  'header 400': { id: 'keywords', result: json({ header: [{ bizCode: '400', msg: 'm' }], totalRows: 0 }) },
  'header 503': { id: 'keywords', result: json({ header: [{ bizCode: '503', msg: 'm' }], totalRows: 0 }) },
  'header 020': { id: 'keywords', result: json({ header: [{ bizCode: '020', msg: 'm' }], totalRows: 0 }) },
  'header E1': { id: 'keywords', result: json({ header: [{ bizCode: 'E1', msg: 'm' }], totalRows: 0 }) },
};

/** A short description of the outcome. */
function outcome(read: () => Page): unknown {
  try {
    return read().records.length === 0 ? 'nothing' : read().records;
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    const { retryAt } = error.details;
    const report = error.message.includes('Advanced settings') ? ', Advanced settings' : '';
    const again = retryAt === undefined ? '' : `, again in ${(retryAt - NOW) / 60_000} minutes`;
    return `${error.code}${report}${again}`;
  }
}

/** The only record's date, or the outcome itself. */
function shortened(read: unknown): unknown {
  if (!Array.isArray(read)) return read;
  const { orderDate, requestTimeStamp, marketItemNumber } = read[0];
  const date = orderDate ?? requestTimeStamp;
  return date ? new Date(date.at).toISOString() : marketItemNumber;
}

export function observe(settings: Partial<Settings>): Observed {
  const seen: Record<string, unknown> = {};
  for (const id of Object.keys(operations) as OperationId[]) {
    const operation: Operation = operations[id];
    const storefront = Object.keys(operation.paths)[0] as Storefront;
    for (const format of operation.formats) {
      const connection = shop({ format, settings });
      const { params } = readParams(operation, inputOf(id), connection);
      const { timeoutSeconds, ...request } = buildRequest({ operation, connection, storefront }, params, 2);
      seen[`${id} in ${format}`] = request.body ?? request.url;
      seen[`${id} in ${format}, the rest`] = request.body ? { ...request, body: '' } : { ...request, url: '' };
      seen.seconds = timeoutSeconds;
    }
  }
  const calls = (input: Readonly<Record<string, unknown>>) => {
    const terms = { version: '314', settings };
    return unitsOf(operations.orders, readParams(operations.orders, input, terms).params, terms).length;
  };
  seen['calls for every status'] = calls({});
  seen['calls for 250 order numbers'] = calls({
    orderNumbers: Array.from({ length: 250 }, (_, n) => `${n + 1}`),
  });
  seen['calls an hour for orders'] = cappedBy(operations.orders, shop({ settings })).cap;
  for (const [name, { id, result, input }] of Object.entries(ANSWERS)) {
    const operation: Operation = operations[id];
    const asked = {
      operation,
      connection: shop({ settings }),
      storefront: 'main',
      withheld: new Set<never>(),
    } as const;
    const { params } = readParams(operation, input ?? inputOf(id));
    seen[`answer: ${name}`] = shortened(outcome(() => readPage(asked, params, 1, result, NOW)));
  }
  return seen;
}
