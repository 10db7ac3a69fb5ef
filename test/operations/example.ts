/**
 * One operation for the conformance suites, in one file: the specification, documents of others, and requests to the
 * simulated marketplace. It uses no code of the product, so product and marketplace cannot share a mistake.
 * `registry.ts` lists the operations; every suite runs over all.
 */
import fc from 'fast-check';
import type { Market, Reply } from '../marketplace/caller.ts';

export type Storefront = 'main' | 'business' | 'canadian';
export type Params = Readonly<Record<string, unknown>>;
type RecordFields = Readonly<Record<string, unknown>>;

export interface OperationExample {
  /** The name in the specification. */
  readonly title: string;

  /** The address: method, path after the storefront's prefix, and the prefixes. */
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly stem: string;
  readonly storefronts: readonly string[];
  readonly callsPerHour: number;

  /** Only the required params. */
  readonly requires: Params;
  /** The exact requests for some params; every storefront is in at least one. */
  readonly requests: readonly ExpectedRequest[];
  /** Requests that others wrote (request documents in `test/fixtures`), with our params for the same request. */
  readonly samples: readonly RequestSample[];
  /** Request documents of calls that the product never makes, and why. */
  readonly otherRequests: Readonly<Record<string, string>>;

  /** Wire documents for each response shape; a sentence if the operation does not have the format. */
  readonly shapes: { readonly json: Shapes; readonly xml: Shapes | string };
  /** The other wire documents, and what is read from them. */
  readonly documents: ResponseDocuments;
  /** Good responses of the simulated marketplace, with as much data as its shop has. */
  goodAnswers(market: Market, inXml: (body: string) => Promise<Reply>): Promise<readonly Reply[]>;

  /** The fields that identify a record. */
  readonly identity: readonly string[];
  /** Requests that return each response shape from the calm shop, which has that many orders. */
  asks(shop: { readonly market: Market; readonly orders: number }): Promise<Asks>;

  /** By sheet. */
  readonly tables: Readonly<Record<string, ExampleTable>>;
  /** Pulls that fill all its tables, with the calls of each. The first is the usual pull. */
  pulls(shop: Shop): readonly { readonly params: Params; readonly calls: number }[];
  /** The entries of a person in its form, by label. `daysAgo` gives a date. */
  form(shop: Shop, daysAgo: (days: number) => string): Readonly<Record<string, string>>;
  /** Pulls of one call each, whose responses have a hostile text in every field. */
  readonly hostile: readonly Params[];
  /** How its pages are requested and answered; omitted if responses have no pages. */
  readonly paged?: Paged;
  /** Params and records of two shops with overlapping numbers. */
  readonly shops: fc.Arbitrary<{ readonly params: Params; readonly records: readonly RecordFields[] }>;
}

/** The data that the simulated marketplace lists. */
export interface Shop {
  readonly itemNumbers: readonly string[];
  readonly campaigns: readonly number[];
  readonly requestIds: readonly string[];
}

export interface ExpectedRequest {
  readonly input: Params;
  readonly method: 'get' | 'post' | 'put';
  /** Address on each storefront, without the base. */
  readonly urls: Readonly<Partial<Record<Storefront, string>>>;
  readonly json?: unknown;
  readonly xml?: string;
}

export interface RequestSample {
  readonly file: string;
  readonly input: Params;
  readonly sellerId?: string;
  /** Changes that make the sample equal to our request, by path; `undefined` removes a member. */
  readonly differs?: Readonly<Record<string, unknown>>;
  /** The reason for the differences. */
  readonly why?: string;
  /** Parts to replace so that the simulated marketplace can answer, because its shop has other numbers. */
  readonly here?: (market: Market) => readonly (readonly [written: string, here: string])[];
  /** Why the simulated marketplace cannot answer it. */
  readonly notHere?: string;
}

export const SHAPES = ['example', 'two pages', 'none', 'one', 'error', 'odd shape'] as const;
export type Shape = (typeof SHAPES)[number];
export type Shapes = Readonly<Record<Shape, Answer>>;

/** The documents of the calls in order, the error at the end, or the message about missing records. */
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
  /** Page number; the position of a row depends on it. */
  readonly page?: number;
  readonly total?: number;
  readonly pages?: number | undefined;
  /** The edge cases that the document shows. */
  readonly cases?: string;
}

export interface ResponseDocuments {
  /** Documents with records, which are in `test/fixtures/expected`. */
  readonly records: readonly ResponseDocument[];
  /** Successful documents without records. */
  readonly empty: readonly ResponseDocument[];
  /** Documents with status 200 that report a failure. */
  readonly refused: readonly (ResponseDocument & { readonly code: string; readonly says: string })[];
  /** Records that follow a pattern: the first record or its document, and the changes from one to the next. */
  readonly series: readonly (ResponseDocument & {
    readonly count: number;
    readonly first: RecordFields | string;
    change(index: number): RecordFields;
  })[];
  /** Documents of calls that the product never makes, and why. */
  readonly outOfScope: Readonly<Record<string, string>>;
  /** Documents that responses of the simulated marketplace are not compared with, and why. */
  readonly notHere: Readonly<Record<string, string>>;
  /** Members in the specification that no document shows. */
  readonly onlySpecified: readonly string[];
}

/** A request that returns a certain response shape, and its number of records. */
export interface Ask {
  readonly input: Params;
  readonly count: number;
  /** Settings of the connection. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** Smaller pages than the product's own, if the shop has too few records for two. */
  readonly pageSize?: number;
  /** The only page with this shape. */
  readonly onlyPage?: number;
}

export type AskedShape = Exclude<Shape, 'error' | 'odd shape'>;
export type Asks = Readonly<Record<AskedShape, (storefront: Storefront) => Ask>>;

/** Headers, separated by commas. */
export interface ExampleTable {
  /** All columns, in order. */
  readonly headers: string;
  /** The frozen columns of a new sheet, and the others that people see first. */
  readonly frozen: string;
  readonly first: string;
}

export interface Paged {
  readonly table: string;
  /** The column with the name of a record. */
  readonly shows: string;
  /** Params for that many units. */
  input(units: number): Params;
  asked(request: SentRequest): { readonly unit: string; readonly page: number };
  /** A response body with records of these names. */
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

/** The envelope of the four operations that use one. */
export function inEnvelope(ResponseBody: object): object {
  return { IsSuccess: true, SellerID: 'A006', ResponseBody };
}

/** A lookup request ID that looks like a formula. */
export const HOSTILE_REQUEST = '=HYPERLINK("https://evil.test","request")';

/** For `shops`: few values, so that both shops have the same ones. */
export const one = (...texts: string[]) => fc.constantFrom(...texts);
export const part = one('A', 'a', 'B', '007');
export const count = fc.integer({ min: 0, max: 3 });
/** A time shortly before June 16, 2025, 12:00 UTC. */
export const at = count.map((minute) => ({ at: Date.UTC(2025, 5, 16, 12) - minute * 60_000, text: '' }));
export const day = one('2025-06-01', '2025-06-02').map((text) => ({ day: text, text }));
export const some = <T>(record: fc.Arbitrary<T>) => fc.array(record, { maxLength: 4 });
export const recordOf = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<RecordFields> =>
  fc.record(fields);
