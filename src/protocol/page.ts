/** One page of an answer as typed records, with what it says about the others. */
import { readAnswer } from './answer.ts';
import { decodeRecord, readNumber } from './decode.ts';
import type { AnyRecord, Privacy, Shape, Value } from './fields.ts';
import type { HttpResult } from './http.ts';
import { MarketError } from './market-error.ts';
import type { Operation } from './operation.ts';
import type { Params } from './params.ts';
import { at, child, elements, isBranch, plain } from './tree.ts';

export interface Page {
  readonly records: readonly AnyRecord[];
  /** Number of records in all, where the answer says so. */
  readonly total?: number;
  /** Number of pages in all, where the answer says so. */
  readonly pages?: number;
}

/** Every single field of an operation's records, those of the envelope and of the question included. */
export function recordShape({ answer }: Operation): Shape {
  return {
    ...answer.asked,
    ...(answer.position ? { [answer.position]: POSITION } : {}),
    ...answer.envelope,
    ...answer.record,
  };
}

const POSITION = { kind: 'integer', wire: '', meaning: 'Place in the report, from 1.' } as const;

/** Reads the page numbered `page` (from 1). An answer that only says that nothing was found is an empty page. */
export function readPage(
  operation: Operation,
  params: Params,
  page: number,
  result: HttpResult,
  now: number,
  withheld: ReadonlySet<Privacy>,
): Page {
  const { answer, paging } = operation;
  let tree: ReturnType<typeof readAnswer>;
  try {
    tree = readAnswer(result, now);
  } catch (error) {
    if (error instanceof MarketError && saysNothingFound(operation, params, error))
      return { records: [], total: 0 };
    throw error;
  }
  if (!isBranch(tree)) throw strangeAnswer();
  const common = {
    ...askedFields(answer.asked, params),
    ...(answer.envelope ? decodeRecord(tree, answer.envelope, withheld) : {}),
  };
  const before = (page - 1) * (count(tree, paging?.usedSize) || (paging?.size ?? 0));
  const records = elements(at(tree, answer.list), answer.element)
    .filter(isBranch)
    .map((element, index) => ({
      ...common,
      ...(answer.position ? { [answer.position]: before + index + 1 } : {}),
      ...decodeRecord(element, answer.record, withheld),
    }));
  const total = count(tree, paging?.total);
  // An object that neither claims success nor has a list nor a count is no answer of this service.
  if (at(tree, answer.list) === undefined && total === undefined && child(tree, 'IsSuccess') === undefined)
    throw strangeAnswer();
  const pages = count(tree, paging?.pages);
  return { records, ...(total !== undefined ? { total } : {}), ...(pages !== undefined ? { pages } : {}) };
}

/** Every code of the answer has to say so: beside another error "nothing found" is not the whole story. */
function saysNothingFound({ answer }: Operation, params: Params, { details }: MarketError): boolean {
  const codes = (answer.nothing ?? [])
    .filter(({ when }) => Object.entries(when ?? {}).every(([name, value]) => params[name] === value))
    .map(({ code }) => code);
  const said = details.serviceCodes ?? [];
  return said.length > 0 && said.every((code) => codes.includes(code));
}

function askedFields(asked: Shape | undefined, params: Params): Record<string, Value> {
  const fields: Record<string, Value> = {};
  for (const [name, field] of Object.entries(asked ?? {})) {
    const text = String(params[name] ?? '');
    fields[name] = field.kind === 'day' ? { day: text, text } : text;
  }
  return fields;
}

function count(tree: Parameters<typeof at>[0], path: string | undefined): number | undefined {
  const text = path === undefined ? null : plain(at(tree, path));
  const number = text === null ? undefined : readNumber(text);
  return number !== undefined && number >= 0 ? number : undefined;
}

function strangeAnswer(): MarketError {
  return new MarketError(
    'MARKET_BAD_ANSWER',
    'The marketplace sent data of an unknown shape; nothing was changed. Try again later.',
    { passing: true },
  );
}
