/** Validates input from forms, cells, and jobs, and converts it to the service's format. */
import { fromPacific, pacificText, readWall, utcDay } from './dates.ts';
import { argumentError } from './market-error.ts';
import type { Body, Operation, Param } from './operation.ts';
import { settingsWith, settle, type Terms } from './settings.ts';

/** Params in the service's format. Omits blank params. */
export type Params = Readonly<Record<string, string | readonly string[]>>;

export type When = Readonly<Record<string, string>>;

export function holds(when: When | undefined, params: Params): boolean {
  return Object.entries(when ?? {}).every(([name, value]) => params[name] === value);
}

interface CheckedParams {
  readonly params: Params;
  /** Names of params that were set but that the service would ignore. */
  readonly ignored: readonly string[];
  /** Column headers that were removed from lists of values. */
  readonly headers: readonly string[];
}

/** Control characters, which XML can't contain and identifiers don't use. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const CONTROLS = /[\u0000-\u001F]+/g;

/** Trims text, and removes invisible characters that were copied with it. */
export function trimmed(text: string): string {
  return text.replace(/[\u200B-\u200F\u2060\uFEFF]+/g, '').trim();
}

/** An unpaired surrogate, which URLs and XML can't contain. */
const HALF = /\p{Surrogate}/u;

const COMMON = ['storefront', 'connection'];

/** Throws MARKET_ARGUMENT with a correction. */
export function readParams(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  terms: Terms = {},
): CheckedParams {
  const settings = settingsWith(terms.settings);
  const params: Record<string, string | readonly string[]> = {};
  for (const name of Object.keys(input))
    if (!Object.prototype.hasOwnProperty.call(operation.params, name) && !COMMON.includes(name))
      throw argumentError(
        `${operation.title} has no "${name}". Choose from ${Object.keys(operation.params).join(', ')}.`,
      );
  const numbers = numbersIn(operation.body?.members ?? {});
  const headers: string[] = [];
  for (const [name, param] of Object.entries(operation.params)) {
    const given = param.letters ? inCapitals(input[name]) : input[name];
    let value = readParam(name, param, given);
    if (typeof value === 'object') {
      const [values, header] = withoutHeader(value, headersOfList(name, param));
      value = values;
      if (header !== undefined) headers.push(header);
    }
    checkSpelling(name, param, [value ?? []].flat(), numbers.includes(name));
    if (value !== undefined && value.length > 0) params[name] = fitForPath(operation, name, value);
    else if (param.required && standIn(operation, name, input) === undefined)
      throw argumentError(`${operation.title} needs "${name}": ${param.meaning}`);
    else if (param.otherwise !== undefined) params[name] = settle(param.otherwise, settings);
  }
  for (const [name, { anyCase }] of Object.entries(operation.params))
    if (anyCase && params[name] !== undefined) params[name] = inOneCase(anyCase, params[name], params);
  for (const [name, { insteadOf }] of Object.entries(operation.params))
    if (insteadOf !== undefined && params[name] !== undefined && params[insteadOf] !== undefined)
      throw argumentError(`Enter either "${name}" or "${insteadOf}", not both.`);
  // Before further checks, drop the params that the service ignores.
  const ignored = dropOverridden(operation, params);
  checkVersions(operation, params, Number(params.version ?? terms.version ?? Number.POSITIVE_INFINITY));
  checkTogether(operation, params);
  checkPeriod(operation, params);
  return { params, ignored, headers };
}

/** Returns the param that selects all values of the list `name`, if set. */
function standIn({ params }: Operation, name: string, input: Readonly<Record<string, unknown>>) {
  return Object.keys(params).find(
    (other) => params[other]!.insteadOf === name && readParam(other, params[other]!, input[other]) !== undefined,
  );
}

function readParam(name: string, param: Param, input: unknown): string | readonly string[] | undefined {
  if (input === undefined || input === null || input === '') return undefined;
  if (param.type === 'texts') return [...new Set(readTexts(name, input))];
  if (Array.isArray(input)) {
    if (input.length === 0) return undefined;
    if (input.length !== 1) throw argumentError(`"${name}" takes one value, not ${input.length}.`);
    return readParam(name, param, input[0]);
  }
  const text = readText(name, input);
  if (text === '') return undefined;
  switch (param.type) {
    case 'integer':
      return readInteger(name, param, text);
    case 'choice':
      return readChoice(name, param, text);
    case 'day':
      return readMoment(name, text).slice(0, 10);
    case 'dayStart':
      return readMoment(name, text, '00:00:00');
    case 'dayEnd':
      return readMoment(name, text, '23:59:59');
    default:
      return text;
  }
}

function numbersIn(body: Body): readonly string[] {
  return Object.values(body).flatMap((part) => {
    if ('members' in part) return numbersIn(part.members);
    if (!('as' in part)) return [];
    return ['param' in part ? part.param : part.wrapped];
  });
}

/** Validates values, because a single invalid one makes the service reject the whole call with a vague error. */
function checkSpelling(name: string, param: Param, texts: readonly string[], isNumber: boolean) {
  const { type, letters } = param;
  if (isNumber && (type === 'text' || type === 'texts')) for (const text of texts) readInteger(name, param, text);
  if (letters === undefined) return;
  const wrong = texts.find((text) => text.length !== letters || !/^[A-Z]+$/.test(text));
  if (wrong !== undefined) throw argumentError(`"${name}" takes ${letters}-letter codes such as USA, not "${wrong}".`);
}

/** Normalizes the case, because the service returns a record once for each spelling. */
function inOneCase(
  { beginning, unless = {} }: NonNullable<Param['anyCase']>,
  value: string | readonly string[],
  params: Params,
): readonly string[] {
  const isOther = Object.entries(unless).some(([name, values]) => values.includes(String(params[name])));
  const spelled = (text: string) =>
    !isOther && text.toUpperCase().startsWith(beginning)
      ? text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
      : text;
  return [...new Set([value].flat().map(spelled))];
}

function inCapitals(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(inCapitals);
  return typeof input === 'string' ? input.toUpperCase() : input;
}

/** Rejects `.` and `..`, which change the path even if escaped. */
function fitForPath<T extends string | readonly string[]>(operation: Operation, name: string, value: T) {
  const isInPath = Object.values(operation.paths).some((path) => path?.includes(`{${name}}`));
  const dots = isInPath ? [value].flat().find((part) => /^\.{1,2}$/.test(part)) : undefined;
  if (dots !== undefined) throw argumentError(`"${name}" takes identifiers, not "${dots}".`);
  return value;
}

function readTexts(name: string, input: unknown) {
  const parts = Array.isArray(input) ? input.flat(2) : String(input).split(/[\n\r\t,;]+/);
  return parts.map((part) => readText(name, part)).filter((part) => part !== '');
}

/** Throws MARKET_ARGUMENT for texts that no call can contain. */
export function readText(name: string, input: unknown): string {
  if (input === null || input === undefined) return '';
  if (typeof input === 'object') throw argumentError(`"${name}" takes text or a number.`);
  const text = trimmed(String(input).replace(CONTROLS, ' '));
  if (HALF.test(text))
    throw argumentError(`"${name}" contains an incomplete character, such as a cut-off emoji. Enter the text again.`);
  // Codes such as 8.12674E+11 have lost digits and could match another item.
  if (/^\d([.,]\d+)?E\+\d+$/i.test(text))
    throw argumentError(
      `"${name}" has ${text}, a number in scientific notation. Format that cell as plain text and enter the code again.`,
    );
  return text;
}

function readInteger(name: string, param: Param, text: string) {
  if (!/^\d+$/.test(text)) throw argumentError(`"${name}" takes a whole number, not "${text}".`);
  if (param.lowest !== undefined && Number(text) < param.lowest)
    throw argumentError(`"${name}" must be ${param.lowest} or more, not ${text}.`);
  return text;
}

function readChoice(name: string, param: Param, text: string) {
  const choices = Object.entries(param.choices ?? {});
  const found = choices.find(
    ([code, label]) => code.toLowerCase() === text.toLowerCase() || label.toLowerCase() === text.toLowerCase(),
  );
  if (found) return found[0];
  if (param.open) return text;
  const known = choices.map(([code, label]) => (code === label ? code : `${code} (${label})`));
  throw argumentError(`"${name}" takes ${known.join(', ')}, not "${text}".`);
}

/** Returns `YYYY-MM-DD HH:mm:ss` in Pacific time. A date without a time gets `time`. */
export function readMoment(name: string, text: string, time = '00:00:00') {
  const read = readWall(text);
  if (!read) throw argumentError(`"${name}" takes a date such as 2025-06-30, not "${text}".`);
  if (read.offset !== undefined) return pacificText(read.wall - read.offset);
  if (!read.hasTime) return `${utcDay(read.wall)} ${time}`;
  return pacificText(fromPacific(read.wall).at);
}

/** Rejects params that the order version doesn't support. The service would ignore them or fail. */
function checkVersions(operation: Operation, params: Params, version: number) {
  for (const [name, { since, choicesSince, choices }] of Object.entries(operation.params)) {
    const value = params[name];
    if (value === undefined) continue;
    const needed = since ?? choicesSince?.[String(value)] ?? 0;
    if (version >= needed) continue;
    const what = since === undefined ? `"${name}" ${choices?.[String(value)] ?? String(value)}` : `"${name}"`;
    throw argumentError(`${what} needs order version ${needed}, but yours is ${version}. Enter a higher version.`);
  }
}

function checkTogether(operation: Operation, params: Params) {
  for (const [one, other] of operation.together ?? [])
    if ((params[one] === undefined) !== (params[other] === undefined))
      throw argumentError(`"${one}" and "${other}" go together. Enter both or neither.`);
}

function checkPeriod(operation: Operation, params: Params) {
  if (!operation.period) return;
  const [from, to] = operation.period.map((name) => params[name]);
  if (from !== undefined && to !== undefined && from > to)
    throw argumentError(`"${operation.period[0]}" (${from}) is after "${operation.period[1]}" (${to}).`);
}

/** Removes params overridden by one with precedence, and returns their names. */
function dropOverridden(operation: Operation, params: Record<string, unknown>) {
  const { precedence = [], filters = [], period = [] } = operation;
  const strongest = precedence.find((name) => params[name] !== undefined);
  if (strongest === undefined) return [];
  const ignored = [...precedence, ...filters, ...period].filter(
    (name) => name !== strongest && params[name] !== undefined,
  );
  for (const name of ignored) delete params[name];
  return ignored;
}

/** Returns the possible headers of a column with the list's values, as plain names, most likely first. */
export function headersOfList(name: string, { headers = [], label = '' }: Param): readonly string[] {
  const own = [name, label].flatMap((each) => [plainName(each), plainName(each).replace(/s$/, '')]);
  return [...new Set([...headers.map(plainName), ...own])].filter((each) => each !== '');
}

/** Separates a column's header from its values. A single string is always a value. */
export function withoutHeader(
  values: readonly string[],
  headers: readonly string[],
): readonly [values: readonly string[], header: string | undefined] {
  const [first = '', ...others] = values;
  return others.length > 0 && headers.includes(plainName(first)) ? [others, first] : [values, undefined];
}

/** Maps `Order date from`, `order-date-from`, and `orderDateFrom` to the same name. */
export function plainName(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}
