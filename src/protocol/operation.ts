/** Types for declaring operations as data. */
import type { Shape } from './fields.ts';
import type { Open, SettingName, Settings } from './settings.ts';

export type Storefront = 'main' | 'business' | 'canadian';
export const STOREFRONTS: readonly Storefront[] = ['main', 'business', 'canadian'];

export type Format = 'json' | 'xml';

/** An input of an operation, named as in the specification, in camelCase. */
export interface Param {
  /**
   * `texts` is a list. A date without a time means the first second of the day for `dayStart`, the last for `dayEnd`.
   */
  readonly type: 'text' | 'texts' | 'integer' | 'choice' | 'day' | 'dayStart' | 'dayEnd';
  readonly meaning: string;
  /** Label in forms, if the param's name is unclear. */
  readonly label?: string;
  readonly required?: true;
  /** For `choice`: values with their meanings. */
  readonly choices?: Readonly<Record<string, string>>;
  /** For `choice`: allows other values, because the specification's list is incomplete. */
  readonly open?: true;
  /** The default value. */
  readonly otherwise?: Open<string>;
  readonly lowest?: number;
  /** The first order version with the param or choice. */
  readonly since?: number;
  readonly choicesSince?: { readonly [choice: string]: number };
  /** For codes, which are sent in uppercase: the required number of letters. */
  readonly letters?: number;
  /** Identifiers with this prefix are sent in uppercase, unless a param says that they are of another type. */
  readonly anyCase?: { readonly beginning: string; readonly unless?: { readonly [param: string]: readonly string[] } };
  /** For `texts`: headers of a column with such values, most likely first. */
  readonly headers?: readonly string[];
  /** The list param that this param fills with all possible values before the first call. */
  readonly insteadOf?: string;
  /** With `insteadOf`: the tables that list the values. The default is the Catalog. */
  readonly listedIn?: readonly string[];
}

/** The source of a request body member. `param` can also be `page`, `pageSize`, or `sellerId`. */
export type Part =
  | { readonly is: string }
  | { readonly param: string; readonly as?: 'number'; readonly if?: SettingIs }
  /** Repeated elements in XML, a bare array in JSON. */
  | { readonly list: string; readonly element: string }
  /** Repeated elements in XML, an object around an array in JSON. */
  | { readonly wrapped: string; readonly element: string; readonly as?: 'number' }
  | { readonly members: Body };

type SettingIs = { [N in SettingName]: readonly [name: N, value: Settings[N]] }[SettingName];

export type Body = Readonly<Record<string, Part>>;

/** Ways to split a question into several calls. */
export type Split =
  | { readonly each: string; readonly size: Open<number>; readonly sortedBy?: SortedBy }
  /** If the setting is on, a blank choice requires one call per value. */
  | { readonly choices: string; readonly if: Open<boolean> }
  | { readonly days: readonly [from: string, to: string]; readonly when: { readonly [param: string]: string } };

/** Splits a list of two identifier types by prefix if the type param is blank. */
export interface SortedBy {
  readonly param: string;
  readonly prefix: string;
  readonly matching: string;
  readonly others: string;
}

export interface Paging {
  readonly size: Open<number>;
  /** The first page number. Defaults to 1. */
  readonly first?: Open<number>;
  /** The page size if the service ignores the requested one. */
  readonly usual?: number;
  /** Path to the page size that the service used. */
  readonly usedSize?: string;
  /** Paths to the total number of records and of pages. Every paged operation has at least one. */
  readonly total?: string;
  readonly pages?: string;
}

export interface Answer {
  /** Path to the list of records. `element` is the name of its elements in XML. */
  readonly list: string;
  readonly element: string;
  readonly record: Shape;
  /** Envelope fields to copy to every record. */
  readonly envelope?: Shape;
  /** Params to copy to every record. */
  readonly asked?: Shape;
  /** The date field that determines the retention of buyer data. */
  readonly dated?: string;
  /** A field whose values are counted in the report if the param is blank. */
  readonly tally?: { readonly field: string; readonly param: string };
  /** A field for the record's 1-based position in the question. */
  readonly position?: string;
  /** Error codes about one identifier that fail the whole call. */
  readonly spoiling?: readonly string[];
  /** Error codes that mean "nothing found". */
  readonly nothing?: readonly {
    readonly codes: Open<string>;
    /** Applies only to calls with one identifier. With several, a single bad one may have failed the whole call. */
    readonly singleCall?: true;
    readonly when?: { readonly [param: string]: string };
  }[];
}

/** How to detect identifiers that weren't found. */
export interface Finds {
  readonly param: string;
  /** The record field with the identifier. If undefined, only an empty response shows that it wasn't found. */
  readonly field?: string;
  readonly when?: { readonly [param: string]: string };
  /** True if an identifier without records can be valid. */
  readonly unsure?: true;
  /** A hint about missing identifiers that don't start with the prefix `unless`. */
  readonly hint?: { readonly unless: string; readonly says: string };
}

export interface Operation {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly method: 'get' | 'post' | 'put';
  /** Paths by storefront. `{name}` is replaced with the param's value. */
  readonly paths: Readonly<Partial<Record<Storefront, string>>>;
  /** Params by query name, except `sellerid`. */
  readonly query?: Readonly<Record<string, string>>;
  readonly formats: readonly Format[];
  /** Calls per hour per seller. */
  readonly cap: number;
  readonly params: Readonly<Record<string, Param>>;
  /** Params that select some of the records. */
  readonly filters?: readonly string[];
  /** If one of these params is set, the service ignores filters and the period. In order of precedence. */
  readonly precedence?: readonly string[];
  /** The params for a period. */
  readonly period?: readonly [from: string, to: string];
  /** Pairs of params that must be set together. */
  readonly together?: readonly (readonly [string, string])[];
  readonly body?: {
    /** The XML root. `{word}` is replaced with the operator's brand. */
    readonly root: string;
    readonly members: Body;
  };
  readonly split?: readonly Split[];
  readonly paging?: Paging;
  readonly finds?: readonly Finds[];
  /** Params for a small call that tests a connection. */
  readonly probe?: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}
