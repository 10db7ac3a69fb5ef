import { readAnswer } from './answer.ts';
import { decodeRecord, readNumber, type UnknownField } from './decode.ts';
import { type AnyRecord, type Privacy, privateFields, type Shape, type Value } from './fields.ts';
import type { HttpResult } from './http.ts';
import { MarketError } from './market-error.ts';
import type { Operation } from './operation.ts';
import { holds, type Params } from './params.ts';
import { at, child, elements, isBranch, plain } from './parse.ts';
import type { Target } from './request.ts';
import { codesIn, type Settings, settingsWith, settle } from './settings.ts';

export interface Page {
  readonly records: readonly AnyRecord[];
  /** Total number of records and of pages, if received. */
  readonly total?: number | undefined;
  readonly pages?: number | undefined;
  /** Distinct undocumented codes and fields, and unreadable values. */
  readonly unknownFields: readonly UnknownField[];
}

export interface UnitRecords {
  readonly params: Params;
  readonly records: Page['records'];
}

export interface Source extends Target {
  readonly withheld: ReadonlySet<Privacy>;
}

/** Maximum number of unknown fields to list on the Status sheet. */
const MOST_UNKNOWN_FIELDS = 50;

/** Reads one page (1-based). Treats "nothing found" errors as an empty page, and throws other errors. */
export function readPage(
  { operation, connection, withheld }: Source,
  params: Params,
  page: number,
  result: HttpResult,
  now: number,
): Page {
  const { answer, paging } = operation;
  const settings = settingsWith(connection.settings);
  let tree: ReturnType<typeof readAnswer>;
  try {
    tree = readAnswer(result, now, settings);
  } catch (error) {
    if (error instanceof MarketError && saysNothingFound(operation, params, settings, error))
      return { records: [], total: 0, unknownFields: [] };
    throw error;
  }
  if (!isBranch(tree)) throw strangeAnswer();
  const unknownFields = new Map<string, UnknownField>();
  const isPrivate = privateFields(answer.record).length > 0;
  const reading = { withheld, inUtc: settings.datesWithoutOffset === 'utc' };
  const onUnknown = ({ is, field, value }: UnknownField) => {
    // Unknown fields of records with buyer data may contain buyer data.
    const shown = is === 'field' && isPrivate ? '' : value;
    const key = `${is} ${field}${is === 'code' ? ` ${value}` : ''}`;
    if (unknownFields.size < MOST_UNKNOWN_FIELDS && !unknownFields.has(key))
      unknownFields.set(key, { is, field, value: shown });
  };
  const common = {
    ...askedFields(answer.asked, params),
    ...(answer.envelope ? decodeRecord(tree, answer.envelope, reading) : {}),
  };
  const total = count(tree, paging?.total);
  const pages = count(tree, paging?.pages);
  const before = (page - 1) * sizeOf(count(tree, paging?.usedSize), total, pages, settle(paging?.size ?? 0, settings));
  const records = elements(at(tree, answer.list), answer.element)
    .filter(isBranch)
    .map((element, index) => ({
      ...common,
      ...(answer.position ? { [answer.position]: before + index + 1 } : {}),
      ...decodeRecord(element, answer.record, { ...reading, onUnknown }),
    }));
  // Valid responses contain a list, a total, or IsSuccess.
  if (at(tree, answer.list) === undefined && total === undefined && child(tree, 'IsSuccess') === undefined)
    throw strangeAnswer();
  return { records, unknownFields: [...unknownFields.values()], total, pages };
}

/** Returns the page size used by the service. On the last page, some services send the number of records instead. */
function sizeOf(used: number | undefined, total: number | undefined, pages: number | undefined, asked: number) {
  return !used || used * (pages ?? Number.POSITIVE_INFINITY) < (total ?? 0) ? asked : used;
}

/** Returns true if all codes mean "nothing found". Together with other errors, such codes are unreliable. */
function saysNothingFound(operation: Operation, params: Params, settings: Settings, { details }: MarketError) {
  const isSingleCall = Object.values(params).every((value) => !Array.isArray(value) || value.length === 1);
  const codes = nothingCodes(operation, params, settings, isSingleCall);
  const given = details.serviceCodes ?? [];
  return given.length > 0 && given.every((code) => codes.includes(code));
}

/** Returns the codes that mean "nothing found" for these params. Some apply only to a single identifier. */
export function nothingCodes(
  { answer }: Operation,
  params: Params,
  settings: Settings,
  isSingleCall: boolean,
): readonly string[] {
  return (answer.nothing ?? [])
    .filter(({ when }) => holds(when, params))
    .filter(({ singleCall }) => !singleCall || isSingleCall)
    .flatMap(({ codes }) => codesIn(settle(codes, settings)));
}

function askedFields(asked: Shape | undefined, params: Params): Record<string, Value> {
  const fields: Record<string, Value> = {};
  for (const [name, field] of Object.entries(asked ?? {})) {
    const text = String(params[name] ?? '');
    fields[name] = field.kind === 'day' ? { day: text, text } : text;
  }
  return fields;
}

function count(tree: Parameters<typeof at>[0], path: string | undefined) {
  const text = path === undefined ? null : plain(at(tree, path));
  const number = text === null ? undefined : readNumber(text);
  return Number.isSafeInteger(number) && number! >= 0 ? number : undefined;
}

function strangeAnswer() {
  return new MarketError(
    'MARKET_BAD_ANSWER',
    'The marketplace sent data in an unknown format. The response was ignored. Try again later.',
    { passing: true },
  );
}
