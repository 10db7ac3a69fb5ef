/** The language of declarations: data only, from which requests, answers, tables and forms derive. */
import type { Shape } from './fields.ts';
import type { Open, SettingName, Settings } from './settings.ts';

export type Storefront = 'main' | 'business' | 'canadian';
export const STOREFRONTS: readonly Storefront[] = ['main', 'business', 'canadian'];

export type Format = 'json' | 'xml';

/** One input of an operation. Its name is the specification's, in camelCase. */
export interface Param {
  /** `texts` is a list. A date without a time is its first second for `dayStart`, and its last for `dayEnd`. */
  readonly type: 'text' | 'texts' | 'integer' | 'choice' | 'day' | 'dayStart' | 'dayEnd';
  readonly meaning: string;
  /** Name in forms, if the param's own name is unclear. */
  readonly label?: string;
  readonly required?: true;
  /** For `choice`: values and their meanings. */
  readonly choices?: Readonly<Record<string, string>>;
  /** For `choice`: other values are allowed, because the specification does not list all. */
  readonly open?: true;
  /** The value of a blank param. */
  readonly otherwise?: Open<string>;
  readonly lowest?: number;
  /** The first order version that has the param, or a choice. */
  readonly since?: number;
  readonly choicesSince?: { readonly [choice: string]: number };
  /** The param takes codes with this many letters, which are sent in capitals. */
  readonly letters?: number;
  /** Identifiers that begin with this prefix are sent in capitals, unless a param gives them another type. */
  readonly anyCase?: { readonly beginning: string; readonly unless?: { readonly [param: string]: readonly string[] } };
  /** A filter that the service ignores next to a param of higher precedence. */
  readonly criterion?: true;
  /** For `texts`: headers that a column of such values may have, most likely first. */
  readonly headers?: readonly string[];
  /** Stands for all values of that list param, which is filled before the first call. */
  readonly insteadOf?: string;
  /** With `insteadOf`: the tables that have the values; by default the Catalog. */
  readonly listedIn?: readonly string[];
}

/** The source of one member of the request body. `param` may also be `page`, `pageSize` or `sellerId`. */
export type Part =
  | { readonly is: string }
  | { readonly param: string; readonly as?: 'number'; readonly if?: SettingIs }
  /** Repeated elements in XML, a bare array in JSON. */
  | { readonly list: string; readonly element: string }
  /** Repeated elements in XML, an object around an array in JSON. */
  | { readonly wrapped: string; readonly element: string; readonly as?: 'number' }
  | { readonly members: Body };

/** The setting must have this value. */
type SettingIs = { [N in SettingName]: readonly [name: N, value: Settings[N]] }[SettingName];

export type Body = Readonly<Record<string, Part>>;

/** How one question becomes several calls. */
export type Split =
  | { readonly each: string; readonly size: Open<number>; readonly sortedBy?: SortedBy }
  /** With this setting, a blank choice makes one call per value. */
  | { readonly choices: string; readonly if: Open<boolean> }
  | { readonly days: readonly [from: string, to: string]; readonly when: { readonly [param: string]: string } };

/** How a list with two types of identifiers is divided if the type param is blank: by their prefix. */
export interface SortedBy {
  readonly param: string;
  readonly prefix: string;
  readonly matching: string;
  readonly others: string;
}

export interface Paging {
  readonly size: Open<number>;
  /** The number of the first page; 1 by default. */
  readonly first?: Open<number>;
  /** The page size if the service ignores the requested one. */
  readonly usual?: number;
  /** Path of the page size that the service used. */
  readonly usedSize?: string;
  /** Paths of the total of records and of pages. Each operation has at least one of them. */
  readonly total?: string;
  readonly pages?: string;
}

export interface Answer {
  /** Path of the list of records, and the name of its elements in XML. */
  readonly list: string;
  readonly element: string;
  readonly record: Shape;
  /** Fields of the envelope that every record repeats. */
  readonly envelope?: Shape;
  /** Params that every record repeats. */
  readonly asked?: Shape;
  /** The date field that decides how long buyer data is kept. */
  readonly dated?: string;
  /** A field whose values the report counts while the param is blank. */
  readonly tally?: { readonly field: string; readonly param: string };
  /** A field that numbers the records of a question from 1. */
  readonly position?: string;
  /** Error codes about one identifier that make the service refuse the whole call. */
  readonly spoiling?: readonly string[];
  /** Error codes that only mean "nothing found". */
  readonly nothing?: readonly {
    /** Separated by commas. */
    readonly codes: Open<string>;
    /** Counts only in calls with one identifier; among several, one may have failed the call for all. */
    readonly singleCall?: true;
    readonly when?: { readonly [param: string]: string };
  }[];
}

/** The field of records that repeats an identifier, so that the pull can list identifiers that were not found. */
export interface Finds {
  readonly param: string;
  /** Absent if answers do not repeat the identifier: then only an empty answer shows that it was not found. */
  readonly field?: string;
  readonly when?: { readonly [param: string]: string };
  /** An identifier without records may be unknown to the service, or have no records. */
  readonly unsure?: true;
  /** A hint for identifiers that were not found and do not begin with this prefix. */
  readonly hint?: { readonly unless: string; readonly says: string };
}

export interface Operation {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly method: 'get' | 'post' | 'put';
  /** Paths by storefront, in which `{name}` stands for that param. */
  readonly paths: Readonly<Partial<Record<Storefront, string>>>;
  /** The param for each name of the query, besides `sellerid`. */
  readonly query?: Readonly<Record<string, string>>;
  readonly formats: readonly Format[];
  /** Calls per hour and seller. */
  readonly cap: number;
  readonly params: Readonly<Record<string, Param>>;
  /** The first of these params that has a value makes the service ignore all other criteria. */
  readonly precedence?: readonly string[];
  /** The params for the first and last moment of a period. */
  readonly period?: readonly [from: string, to: string];
  /** Pairs of params that need each other. */
  readonly together?: readonly (readonly [string, string])[];
  readonly body?: {
    /** The XML root, in which `{word}` stands for the operator's brand. */
    readonly root: string;
    readonly members: Body;
  };
  readonly split?: readonly Split[];
  readonly paging?: Paging;
  readonly finds?: readonly Finds[];
  /** Params of a small call that tests a connection. */
  readonly probe?: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}
