/** The language of declarations: data only, from which requests, answers, tables and forms derive. */
import type { Shape } from './fields.ts';
import type { Open, SettingName, Settings } from './settings.ts';

export type Storefront = 'main' | 'business' | 'canadian';
export const STOREFRONTS: readonly Storefront[] = ['main', 'business', 'canadian'];

export type Format = 'json' | 'xml';

/** One input, named as in the specification, in camelCase. */
export interface Param {
  /** `texts` is a list; a bare date means its first second for `dayStart`, its last for `dayEnd`. */
  readonly type: 'text' | 'texts' | 'integer' | 'choice' | 'day' | 'dayStart' | 'dayEnd';
  readonly meaning: string;
  /** Name in forms, if the param's own is unclear. */
  readonly label?: string;
  readonly required?: true;
  /** For `choice`: values and their meanings. */
  readonly choices?: Readonly<Record<string, string>>;
  /** For `choice`: other values are allowed, because the specification does not list all. */
  readonly open?: true;
  /** Used if blank. */
  readonly otherwise?: Open<string>;
  readonly lowest?: number;
  /** First order version with the param, or with a choice. */
  readonly since?: number;
  readonly choicesSince?: { readonly [choice: string]: number };
  /** Codes in capitals, each with this many letters. */
  readonly letters?: number;
  /** Identifiers with this prefix are written in capitals, unless a param says they are of another type. */
  readonly anyCase?: {
    readonly beginning: string;
    readonly unless?: { readonly [param: string]: readonly string[] };
  };
  /** A filter, ignored beside a param of higher precedence. */
  readonly criterion?: true;
  /** For `texts`: possible headers of a column of them, most likely first. */
  readonly headers?: readonly string[];
  /** Replaces that list, which is filled before anything is asked. */
  readonly insteadOf?: string;
  /** With `insteadOf`: tables to fill the list from; by default the Catalog. */
  readonly listedIn?: readonly string[];
}

/** The source of a part of the request body. `param` may also be `page`, `pageSize` or `sellerId`. */
export type Part =
  | { readonly is: string }
  | { readonly param: string; readonly as?: 'number'; readonly if?: SettingIs }
  /** Repeated elements in XML, a bare array in JSON. */
  | { readonly list: string; readonly element: string }
  /** Repeated elements in XML, an object around an array in JSON. */
  | { readonly wrapped: string; readonly element: string; readonly as?: 'number' }
  | { readonly members: Body };

/** The setting must have this value. */
export type SettingIs = { [N in SettingName]: readonly [name: N, value: Settings[N]] }[SettingName];

export type Body = Readonly<Record<string, Part>>;

/** How one request becomes several calls. */
export type Split =
  | { readonly each: string; readonly size: Open<number>; readonly sortedBy?: SortedBy }
  /** A blank choice is asked for value by value, if a setting wants it. */
  | { readonly choices: string; readonly if: Open<boolean> }
  | {
      readonly days: readonly [from: string, to: string];
      readonly when: { readonly [param: string]: string };
    };

/** Two types of identifiers in one list: the prefix decides a blank type param. */
export interface SortedBy {
  readonly param: string;
  readonly prefix: string;
  readonly matching: string;
  readonly others: string;
}

export interface Paging {
  readonly size: Open<number>;
  /** 1 by default. */
  readonly first?: Open<number>;
  /** Page size if the service ignores the requested one. */
  readonly usual?: number;
  /** Path of the page size used. */
  readonly usedSize?: string;
  /** Paths of the numbers of records and pages; at least one of them. */
  readonly total?: string;
  readonly pages?: string;
}

export interface Answer {
  /** Path to the list, and its element's name in XML. */
  readonly list: string;
  readonly element: string;
  readonly record: Shape;
  /** Fields of the envelope, repeated in every record. */
  readonly envelope?: Shape;
  /** Params repeated in every record. */
  readonly asked?: Shape;
  /** The date field from which buyer data is retained. */
  readonly dated?: string;
  /** A field counted by value in the report while the param is blank. */
  readonly tally?: { readonly field: string; readonly param: string };
  /** A field that numbers the records of a request from 1. */
  readonly position?: string;
  /** Error codes of one identifier that fail the whole call. */
  readonly spoiling?: readonly string[];
  /** Error codes that only mean that nothing was found. */
  readonly nothing?: readonly {
    /** Separated by commas. */
    readonly codes: Open<string>;
    /** Only for calls of one identifier; otherwise one may have failed the others. */
    readonly singleCall?: true;
    readonly when?: { readonly [param: string]: string };
  }[];
}

/** Which record field repeats an identifier, so that missing ones can be listed. */
export interface Finds {
  readonly param: string;
  /** Absent if answers do not repeat the identifier: then only an empty answer shows that it is missing. */
  readonly field?: string;
  readonly when?: { readonly [param: string]: string };
  /** Without records it may be missing, or have none. */
  readonly unsure?: true;
  /** A hint about missing identifiers without this prefix. */
  readonly hint?: { readonly unless: string; readonly says: string };
}

export interface Operation {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly method: 'get' | 'post' | 'put';
  /** Path by storefront; `{name}` is replaced by that param. */
  readonly paths: Readonly<Partial<Record<Storefront, string>>>;
  /** Query besides `sellerid`: name to param. */
  readonly query?: Readonly<Record<string, string>>;
  readonly formats: readonly Format[];
  /** Calls per hour and seller. */
  readonly cap: number;
  readonly params: Readonly<Record<string, Param>>;
  /** The first given one makes the service ignore all other criteria. */
  readonly precedence?: readonly string[];
  /** First and last moment of a period. */
  readonly period?: readonly [from: string, to: string];
  /** Both or neither. */
  readonly together?: readonly (readonly [string, string])[];
  readonly body?: {
    /** XML root; `{word}` is the operator's brand. */
    readonly root: string;
    readonly members: Body;
  };
  readonly split?: readonly Split[];
  readonly paging?: Paging;
  readonly finds?: readonly Finds[];
  /** Params of a cheap call that tests a connection. */
  readonly probe?: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}
