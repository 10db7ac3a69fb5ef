/** A pull as the job that asks for the same again and again: its params as a filter. */
import { findOperation } from '../operations/registry.ts';
import { MarketError } from '../protocol/market-error.ts';
import { headersOfList, withoutHeader } from '../protocol/params.ts';
import { datasets } from '../schedule/datasets.ts';
import { condition } from '../schedule/filter.ts';
import type { Definition } from '../schedule/new-jobs.ts';
import { headerOf } from '../tables/header.ts';
import type { PullInput } from './pulls.ts';

export interface JobOfPull {
  readonly definition: Definition;
  /** What the job decides by itself in place of what the pull said, by the names of the form. */
  readonly left: readonly string[];
}

/** Throws MARKET_ARGUMENT where no job can ask for it. */
export function jobOfPull(
  { operation, params = {} }: Pick<PullInput, 'operation' | 'params'>,
  every: string,
): JobOfPull {
  const { id, title, params: declared } = findOperation(operation);
  const dataset = datasets.find((each) => each.operation.id === id);
  if (!dataset) throw argument(`No job pulls ${title}.`);
  const left: string[] = [];
  const conditions: string[] = [];
  for (const [name, value] of Object.entries(params)) {
    const param = declared[name];
    const { type, label = headerOf(name), insteadOf } = param ?? {};
    const texts = [value].flat().map(String);
    // Several values stand in one line of a filter, without the header that was copied along.
    const values = (type === 'texts' ? texts.flatMap((each) => each.split(/[\n\r\t,;]+/)) : texts)
      .map((each) => each.trim())
      .filter((each) => each !== '');
    const text = (param ? withoutHeader(values, headersOfList(name, param))[0] : values).join(', ');
    // All of the Catalog is what a job pulls unless told.
    if (text === '' || insteadOf !== undefined) continue;
    if (!dataset.sets?.includes(name)) conditions.push(condition(name, text));
    else if (type === 'texts')
      throw argument(`A job of ${title} finds by itself what to ask for: leave "${label}" blank.`);
    else left.push(label);
  }
  return { definition: { dataset: title, filter: conditions.join('; '), every }, left };
}

function argument(message: string): MarketError {
  return new MarketError('MARKET_ARGUMENT', message);
}
