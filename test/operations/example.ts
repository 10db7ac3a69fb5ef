/**
 * One operation as the conformance suites see it, in one file: what the specification says of it, documents of others,
 * and questions for the simulated marketplace. It knows nothing of the product, so that product and marketplace cannot
 * agree on a mistake. `registry.ts` lists the operations; every suite goes over all of them.
 */
import fc from 'fast-check';
import type { Market, Reply } from '../marketplace/caller.ts';

export type Storefront = 'main' | 'business' | 'canadian';
export type Params = Readonly<Record<string, unknown>>;
type RecordFields = Readonly<Record<string, unknown>>;

export interface OperationExample {
  /** As the specification calls it. */
  readonly title: string;

  /** The address: method, path behind the storefront's prefix, and the prefixes. */
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly stem: string;
  readonly storefronts: readonly string[];
  readonly callsPerHour: number;

  /** The params that it requires, and no more. */
  readonly requires: Params;
  /** Exactly what goes over the wire for some params; every storefront is in at least one of them. */
  readonly requests: readonly ExpectedRequest[];
  /** Requests that others wrote (request documents in `test/fixtures`), beside our params for the same question. */
  readonly samples: readonly RequestSample[];
  /** Request documents of calls that the product never makes, and why. */
  readonly otherRequests: Readonly<Record<string, string>>;

  /** Wire documents for each shape of an answer; a sentence where the operation does not have the format. */
  readonly shapes: { readonly json: Shapes; readonly xml: Shapes | string };
  /** The other wire documents, and what is read from them. */
  readonly documents: ResponseDocuments;
  /** Good answers of the simulated marketplace, with as much in them as its shop has. */
  goodAnswers(market: Market, inXml: (body: string) => Promise<Reply>): Promise<readonly Reply[]>;

  /** The fields by which its records are told from each other. */
  readonly identity: readonly string[];
  /** Questions that bring each shape of an answer from the calm shop, which has so many orders. */
  asks(shop: { readonly market: Market; readonly orders: number }): Promise<Asks>;

  /** By sheet. */
  readonly tables: Readonly<Record<string, ExampleTable>>;
  /** Pulls that fill all its tables, and the calls that each costs. The first one is the usual pull. */
  pulls(shop: Shop): readonly { readonly params: Params; readonly calls: number }[];
  /** What a person types into its form, by label. `daysAgo` gives a date. */
  form(shop: Shop, daysAgo: (days: number) => string): Readonly<Record<string, string>>;
  /** Pulls, of one call each, whose answers have a hostile text in every field. */
  readonly hostile: readonly Params[];
  /** How its pages are asked for and answered; left out where an answer has no pages. */
  readonly paged?: Paged;
  /** Params and records of two shops whose numbers overlap. */
  readonly shops: fc.Arbitrary<{ readonly params: Params; readonly records: readonly RecordFields[] }>;
}

/** What the simulated marketplace announces. */
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
  /** Changes that make the sample equal to our request, by path; `undefined` takes a member out. */
  readonly differs?: Readonly<Record<string, unknown>>;
  /** Why they differ. */
  readonly why?: string;
  /** Parts to replace before the simulated marketplace can answer it, since its shop has other numbers. */
  readonly here?: (market: Market) => readonly (readonly [written: string, here: string])[];
  /** Why the simulated marketplace does not answer it at all. */
  readonly notHere?: string;
}

export const SHAPES = ['example', 'two pages', 'none', 'one', 'error', 'odd shape'] as const;
export type Shape = (typeof SHAPES)[number];
export type Shapes = Readonly<Record<Shape, Answer>>;

/** The documents of the calls in their order, the error that they end in, or what is said where some records are missing. */
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
  /** Number of the page; the position of a row depends on it. */
  readonly page?: number;
  readonly total?: number;
  readonly pages?: number | undefined;
  /** Numbers of the edge cases that the document shows. */
  readonly cases?: string;
}

export interface ResponseDocuments {
  /** With records, which are in `test/fixtures/expected`. */
  readonly records: readonly ResponseDocument[];
  /** Without a single record, and a success. */
  readonly empty: readonly ResponseDocument[];
  /** Under status 200, and no success. */
  readonly refused: readonly (ResponseDocument & { readonly code: string; readonly says: string })[];
  /** Records that follow a pattern: the first one, or the document that has it, and what changes from one to the next. */
  readonly series: readonly (ResponseDocument & {
    readonly count: number;
    readonly first: RecordFields | string;
    change(index: number): RecordFields;
  })[];
  /** Documents of calls that the product never makes, and why. */
  readonly outOfScope: Readonly<Record<string, string>>;
  /** Documents with which answers of the simulated marketplace are not compared, and why. */
  readonly notHere: Readonly<Record<string, string>>;
  /** Members that the specification lists and no document shows. */
  readonly onlySpecified: readonly string[];
}

/** A question that brings an answer of some shape, and how many records that is. */
export interface Ask {
  readonly input: Params;
  readonly count: number;
  /** Settings of the connection. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** Smaller pages than the product's own, where the shop has not enough records for two of those. */
  readonly pageSize?: number;
  /** Where a shape is found on one page only. */
  readonly onlyPage?: number;
}

export type AskedShape = Exclude<Shape, 'error' | 'odd shape'>;
export type Asks = Readonly<Record<AskedShape, (storefront: Storefront) => Ask>>;

/** Headers, separated by commas. */
export interface ExampleTable {
  /** All columns in their order. */
  readonly headers: string;
  /** The frozen columns of a new sheet, and the others that people see first. */
  readonly frozen: string;
  readonly first: string;
}

export interface Paged {
  readonly table: string;
  /** The column that shows the name of a record. */
  readonly shows: string;
  /** Params of so many units. */
  input(units: number): Params;
  asked(request: SentRequest): { readonly unit: string; readonly page: number };
  /** The body of an answer with records of these names. */
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

/** The envelope of the four operations that have one. */
export function inEnvelope(ResponseBody: object): object {
  return { IsSuccess: true, SellerID: 'A006', ResponseBody };
}

/** A lookup request whose ID would be a formula. */
export const HOSTILE_REQUEST = '=HYPERLINK("https://evil.test","request")';

/** For `shops`: few values, so that both shops have the same. */
export const one = (...texts: string[]) => fc.constantFrom(...texts);
export const part = one('A', 'a', 'B', '007');
export const count = fc.integer({ min: 0, max: 3 });
/** An instant shortly before June 16, 2025, 12:00 UTC. */
export const at = count.map((minute) => ({ at: Date.UTC(2025, 5, 16, 12) - minute * 60_000, text: '' }));
export const day = one('2025-06-01', '2025-06-02').map((text) => ({ day: text, text }));
export const some = <T>(record: fc.Arbitrary<T>) => fc.array(record, { maxLength: 4 });
export const recordOf = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<RecordFields> =>
  fc.record(fields);
