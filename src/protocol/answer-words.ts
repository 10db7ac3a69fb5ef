/** The words of an operation's answers that are its form and not its content: names of elements, as the declaration has them. */
import type { Field, List, Shape } from './fields.ts';
import type { Operation } from './operation.ts';

/** Of the envelope, of errors and of pages that are no answer at all; and what values that are no text look like. */
const COMMON = `IsSuccess OperationType SellerID ResponseBody ResponseDate Memo PageInfo TotalCount TotalPageCount PageIndex PageSize
totalRows Errors Error errors error Code code Message message Result List true false null CDATA html head title body h1 p`;

export function answerWords({ answer, paging }: Operation): ReadonlySet<string> {
  const { list, element, record, envelope, asked } = answer;
  const paths = [list, element, ...Object.values(paging ?? {}).map(String)];
  const shapes = [record, envelope ?? {}, asked ?? {}].flatMap(wiresOf);
  return new Set([COMMON, ...paths, ...shapes].flatMap((text) => text.split(/[\s.]+/)));
}

function wiresOf(shape: Shape): readonly string[] {
  return Object.values<Field | List>(shape).flatMap((each) =>
    each.kind === 'list'
      ? [each.wire, each.element, ...wiresOf(each.of)]
      : [each.wire, ...(each.alias ?? []), ...(each.pair ? Object.values(each.pair) : [])],
  );
}
