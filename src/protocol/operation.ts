/** The vocabulary of an operation's declaration: data only, from which requests, answers, tables and forms derive. */
import type { Shape } from './fields.ts';
import type { Open, SettingName, Settings } from './settings.ts';

export type Storefront = 'main' | 'business' | 'canadian';
export const STOREFRONTS: readonly Storefront[] = ['main', 'business', 'canadian'];

export type Format = 'json' | 'xml';

/** One input of an operation, named as the specification names it, in camelCase. */
export interface Param {
  /** `texts` is a list; `dayStart` and `dayEnd` are moments for which a bare date means its first or last second. */
  readonly type: 'text' | 'texts' | 'integer' | 'choice' | 'day' | 'dayStart' | 'dayEnd';
  readonly meaning: string;
  /** Name in forms, where the field's own name says too little. */
  readonly label?: string;
  readonly required?: true;
  /** For `choice`: the values the service knows and what they mean. */
  readonly choices?: Readonly<Record<string, string>>;
  /** For `choice`: other values are passed on, since the specification does not list them all. */
  readonly open?: true;
  /** Value of a blank param. */
  readonly otherwise?: Open<string>;
  readonly lowest?: number;
  /** First order version that has the param, or one of its choices. */
  readonly since?: number;
  readonly choicesSince?: { readonly [choice: string]: number };
  /** Codes that are written in capitals, each of so many letters. */
  readonly letters?: number;
  /** Identifiers that begin so are the same in any case: they are written in capitals, unless a param says that they are others. */
  readonly anyCase?: {
    readonly beginning: string;
    readonly unless?: { readonly [param: string]: readonly string[] };
  };
  /** A filter, which a param of higher precedence overrides. */
  readonly criterion?: true;
  /** For `texts`: what a column of them may be called besides the param itself, most likely first. */
  readonly headers?: readonly string[];
  /** It stands in place of that list, which is filled before anything is asked. */
  readonly insteadOf?: string;
  /** With `insteadOf`: the list is filled from the column of its name in these tables. Without: from the Catalog. */
  readonly listedIn?: readonly string[];
}

/** Where a part of the request body comes from. `param` may also name `page`, `pageSize` or `sellerId`. */
export type Part =
  | { readonly is: string }
  | { readonly param: string; readonly as?: 'number'; readonly if?: SettingIs }
  /** A list: repeated elements in XML, a bare array in JSON. */
  | { readonly list: string; readonly element: string }
  /** A list: repeated elements in XML, and an object around an array in JSON. */
  | { readonly wrapped: string; readonly element: string; readonly as?: 'number' }
  | { readonly members: Body };

/** Holds where the setting has that value: for a member whose position is not known. */
export type SettingIs = { [N in SettingName]: readonly [name: N, value: Settings[N]] }[SettingName];

export type Body = Readonly<Record<string, Part>>;

/** How one request of the user becomes several calls. */
export type Split =
  | { readonly each: string; readonly size: Open<number>; readonly sortedBy?: SortedBy }
  /** A blank choice asked for value by value, where a setting wants it. */
  | { readonly choices: string; readonly if: Open<boolean> }
  | {
      readonly days: readonly [from: string, to: string];
      readonly when: { readonly [param: string]: string };
    };

/** Identifiers of two types in one list: a blank type param is decided by the prefix. */
export interface SortedBy {
  readonly param: string;
  readonly prefix: string;
  readonly matching: string;
  readonly others: string;
}

export interface Paging {
  readonly size: Open<number>;
  /** Number of the first page, 1 by default. */
  readonly first?: Open<number>;
  /** Page size of a service that ignores the one in the request. */
  readonly usual?: number;
  /** Path in the answer of the page size that was used, where the service says it. */
  readonly usedSize?: string;
  /** Paths in the answer of the number of records and of pages; at least one of them. */
  readonly total?: string;
  readonly pages?: string;
}

export interface Answer {
  /** Path from below the root to the list, and the name of its elements in XML. */
  readonly list: string;
  readonly element: string;
  readonly record: Shape;
  /** Fields of the envelope that every record repeats. */
  readonly envelope?: Shape;
  /** Params that every record repeats, as fields. */
  readonly asked?: Shape;
  /** Name of the field from whose date the retention of buyers' data counts. */
  readonly dated?: string;
  /** Name of a field whose values are counted for the report while the param of that name is blank. */
  readonly tally?: { readonly field: string; readonly param: string };
  /** Name of a field that counts the records of one request from 1. */
  readonly position?: string;
  /** Error codes of one identifier that cost all others of its call their answer. */
  readonly spoiling?: readonly string[];
  /** Error codes that only say that nothing was found, and the params they need for that reading. */
  readonly nothing?: readonly {
    /** One code or several with commas. */
    readonly codes: Open<string>;
    /** Holds for a call of one identifier; of several, one may have spoilt the answer for the others. */
    readonly singleCall?: true;
    readonly when?: { readonly [param: string]: string };
  }[];
}

/** Which record field answers an identifier that was asked for, so that missing ones can be listed. */
export interface Finds {
  readonly param: string;
  /** Nothing where answers do not repeat the identifier: then only an answer without records shows that it is missing. */
  readonly field?: string;
  readonly when?: { readonly [param: string]: string };
  /** An identifier without records may be missing, or may have none. */
  readonly unsure?: true;
  /** What to say of missing identifiers that do not begin so. */
  readonly hint?: { readonly unless: string; readonly says: string };
}

export interface Operation {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly method: 'get' | 'post' | 'put';
  /** Path on each storefront that offers the operation; `{name}` is replaced by that param. */
  readonly paths: Readonly<Partial<Record<Storefront, string>>>;
  /** Query besides `sellerid`, in order: name to param. */
  readonly query?: Readonly<Record<string, string>>;
  readonly formats: readonly Format[];
  /** Calls an hour, per seller. */
  readonly cap: number;
  readonly params: Readonly<Record<string, Param>>;
  /** Params of which the first that is given makes the service ignore all other criteria. */
  readonly precedence?: readonly string[];
  /** Params that are the first and the last moment of a period. */
  readonly period?: readonly [from: string, to: string];
  /** Params that go together or not at all. */
  readonly together?: readonly (readonly [string, string])[];
  readonly body?: {
    /** XML root; in the envelope style `{word}` is the operator's brand word. */
    readonly root: string;
    readonly members: Body;
  };
  readonly split?: readonly Split[];
  readonly paging?: Paging;
  readonly finds?: readonly Finds[];
  /** Params of a cheap call that finds nothing, by which a connection is tried. */
  readonly probe?: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}
