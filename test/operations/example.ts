/**
 * An operation for the conformance suites: the specification, third-party documents, and requests to the simulated
 * marketplace. It imports no add-on code, so the add-on and the marketplace cannot share a mistake.
 */
import fc from 'fast-check';
import type { Market, Reply } from '../marketplace/caller.ts';

export type Storefront = 'main' | 'business' | 'canadian';
export type Params = Readonly<Record<string, unknown>>;
type RecordFields = Readonly<Record<string, unknown>>;

export interface OperationExample {
  /** Name in the specification. */
  readonly title: string;

  /** Method, path after the storefront's prefix, and the prefixes. */
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly stem: string;
  readonly storefronts: readonly string[];
  readonly callsPerHour: number;

  readonly requires: Params;
  /** Exact requests for some params; every storefront appears in at least one. */
  readonly requests: readonly ExpectedRequest[];
  /** Third-party requests (request documents in `test/fixtures`), with our params for the same request. */
  readonly samples: readonly RequestSample[];
  /** Request documents for calls that the add-on never makes, with reasons. */
  readonly otherRequests: Readonly<Record<string, string>>;

  /** Wire documents for each response shape, or the reason why the operation doesn't support the format. */
  readonly shapes: { readonly json: Shapes; readonly xml: Shapes | string };
  /** The other wire documents, and their decoded records. */
  readonly documents: ResponseDocuments;
  /** Successful responses of the simulated marketplace, with as much data as its shop has. */
  goodAnswers(market: Market, inXml: (body: string) => Promise<Reply>): Promise<readonly Reply[]>;

  /** The fields that identify a record. */
  readonly identity: readonly string[];
  /** Requests that return each response shape from the calm shop, which has `orders` orders. */
  asks(shop: { readonly market: Market; readonly orders: number }): Promise<Asks>;

  /** By sheet. */
  readonly tables: Readonly<Record<string, ExampleTable>>;
  /** Pulls that fill all of the operation's tables, and how many calls each pull takes. The first is the usual pull. */
  pulls(shop: Shop): readonly { readonly params: Params; readonly calls: number }[];
  /** A user's form entries, by label. `daysAgo` returns a date. */
  form(shop: Shop, daysAgo: (days: number) => string): Readonly<Record<string, string>>;
  /** One-call pulls whose responses have a hostile string in every field. */
  readonly hostile: readonly Params[];
  /** How its pages are requested and returned; omitted for unpaged operations. */
  readonly paged?: Paged;
  /** Params and records of two shops with overlapping numbers. */
  readonly shops: fc.Arbitrary<{ readonly params: Params; readonly records: readonly RecordFields[] }>;
}

/** The simulated marketplace's data. */
export interface Shop {
  readonly itemNumbers: readonly string[];
  readonly campaigns: readonly number[];
  readonly requestIds: readonly string[];
}

export interface ExpectedRequest {
  readonly input: Params;
  readonly method: 'get' | 'post' | 'put';
  /** The URL on each storefront, without the base URL. */
  readonly urls: Readonly<Partial<Record<Storefront, string>>>;
  readonly json?: unknown;
  readonly xml?: string;
}

export interface RequestSample {
  readonly file: string;
  readonly input: Params;
  readonly sellerId?: string;
  /** Changes that make the sample the same as our request, by path; `undefined` removes a member. */
  readonly differs?: Readonly<Record<string, unknown>>;
  /** The reason for the differences. */
  readonly why?: string;
  /** Text to replace in requests to the simulated marketplace, because its shop has different numbers. */
  readonly here?: (market: Market) => readonly (readonly [written: string, here: string])[];
  /** The reason why the simulated marketplace can't respond. */
  readonly notHere?: string;
}

export const SHAPES = ['example', 'two pages', 'none', 'one', 'error', 'odd shape'] as const;
export type Shape = (typeof SHAPES)[number];
export type Shapes = Readonly<Record<Shape, Answer>>;

/** The documents that the calls return, in order, and the resulting error or message about missing records, if any. */
export interface Answer {
  readonly documents: readonly string[];
  readonly fails?: { readonly code: string; readonly serviceCode: string };
  readonly fallsShort?: string;
}

export function answers(...documents: string[]): Answer {
  return { documents };
}

export function fails(document: string, code: string, serviceCode: string): Answer {
  return { documents: [document], fails: { code, serviceCode } };
}

export interface ResponseDocument {
  readonly file: string;
  /** Page number, which determines a row's position. */
  readonly page?: number;
  readonly total?: number;
  readonly pages?: number | undefined;
  /** Edge cases that the document shows. */
  readonly cases?: string;
}

export interface ResponseDocuments {
  /** Documents with records; the records are in `test/fixtures/expected`. */
  readonly records: readonly ResponseDocument[];
  /** Successful documents without records. */
  readonly empty: readonly ResponseDocument[];
  /** Documents with status 200 that report a failure. */
  readonly refused: readonly (ResponseDocument & { readonly code: string; readonly says: string })[];
  /** Records that follow a pattern: the first record or its document, and the change per record. */
  readonly series: readonly (ResponseDocument & {
    readonly count: number;
    readonly first: RecordFields | string;
    change(index: number): RecordFields;
  })[];
  /** Documents for calls that the add-on never makes, with reasons. */
  readonly outOfScope: Readonly<Record<string, string>>;
  /** Documents that aren't compared with the simulated marketplace, with reasons. */
  readonly notHere: Readonly<Record<string, string>>;
  /** Members in the specification that no document shows. */
  readonly onlySpecified: readonly string[];
}

/** A request that returns a certain response shape, and the number of records in the response. */
export interface Ask {
  readonly input: Params;
  readonly count: number;
  /** The connection's settings. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** The page size, if the shop has too few records to fill two pages of the default size. */
  readonly pageSize?: number;
  /** Set if only this page has the shape. */
  readonly onlyPage?: number;
}

export type AskedShape = Exclude<Shape, 'error' | 'odd shape'>;
export type Asks = Readonly<Record<AskedShape, (storefront: Storefront) => Ask>>;

/** Headers of a table's columns, separated by commas. */
export interface ExampleTable {
  /** All columns, in order. */
  readonly headers: string;
  /** A new sheet's frozen columns, and the next visible ones. */
  readonly frozen: string;
  readonly first: string;
}

export interface Paged {
  readonly table: string;
  /** The column that shows a record's name. */
  readonly shows: string;
  /** Params that result in this many units. */
  input(units: number): Params;
  asked(request: SentRequest): { readonly unit: string; readonly page: number };
  /** A response body that contains records with these names. */
  answer(
    names: readonly string[],
    unit: string,
    announced: { readonly total?: number; readonly pages?: number },
  ): object;
}

export interface SentRequest {
  readonly url: string;
  readonly body?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: requests are read member by member
export function bodyOf({ body }: SentRequest): any {
  return JSON.parse(body!);
}

/** The envelope that four operations use. */
export function inEnvelope(ResponseBody: object): object {
  return { IsSuccess: true, SellerID: 'A006', ResponseBody };
}

/** A lookup request ID that looks like a formula. */
export const HOSTILE_REQUEST = '=HYPERLINK("https://evil.test","request")';

/** Draws from few distinct values, so that the two shops in `shops` have values in common. */
export const one = (...texts: string[]) => fc.constantFrom(...texts);
export const part = one('A', 'a', 'B', '007');
export const count = fc.integer({ min: 0, max: 3 });
/** A time shortly before June 16, 2025, 12:00 UTC. */
export const at = count.map((minute) => ({ at: Date.UTC(2025, 5, 16, 12) - minute * 60_000, text: '' }));
export const day = one('2025-06-01', '2025-06-02').map((text) => ({ day: text, text }));
export const some = <T>(record: fc.Arbitrary<T>) => fc.array(record, { maxLength: 4 });
export const recordOf = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<RecordFields> =>
  fc.record(fields);
