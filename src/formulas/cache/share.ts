/** What a pull learns is put up for formulas too, as if one of them had asked for it. */
import type { OperationId } from '../../operations/registry.ts';
import { operations } from '../../operations/registry.ts';
import type { Operation, Storefront } from '../../protocol/operation.ts';
import type { UnitRecords } from '../../protocol/page.ts';
import { byIdentifier, isAlone } from '../answered.ts';
import { formulas } from '../functions/registry.ts';
import { latestFirst } from '../latest.ts';
import { SHARED } from '../prepare.ts';
import { queryOf } from '../query.ts';
import type { Found } from '../queue/ask-batch.ts';
import type { Cache } from '../queue/ports.ts';
import { writeEntries } from './answer-cache.ts';
import { entryOf } from './entry.ts';

/**
 * `whole` are the units that a pull on the connection `print` has answers of, complete ones. A leader who puts answers
 * up at the same moment may cover some of these: they are asked for again then.
 */
export function share(
  cache: Cache,
  print: string,
  operation: OperationId,
  storefront: Storefront,
  whole: readonly UnitRecords[],
  now: number,
): void {
  const found = whole.flatMap((each) => foundIn(operation, storefront, each));
  const entries = new Map(found.map((each) => [each.item.key, entryOf(each, now)] as const));
  if (entries.size > 0) writeEntries(cache, print, entries, now);
}

function foundIn(operation: OperationId, storefront: Storefront, { params, records }: UnitRecords): Found[] {
  const { finds = [] }: Operation = operations[operation];
  const list = finds.find(({ param }) => params[param] !== undefined)?.param;
  const newest = newestOf(operation);
  const found = (name: string | undefined): Found => {
    const unit = name === undefined ? params : { ...params, [list!]: [name] };
    const item = queryOf(operation, storefront, unit, list, newest);
    const own = name === undefined || isAlone(item) ? records : byIdentifier(item, records)(name);
    return { item, records: newest ? latestFirst(own, newest.by, newest.count) : own };
  };
  return list === undefined ? [found(undefined)] : [params[list]!].flat().map(found);
}

/** As many of the newest records as formulas share. */
function newestOf(operation: OperationId): { readonly by: string; readonly count: number } | undefined {
  for (const formula of formulas)
    if (formula.gives !== 'state' && formula.operation === operation && formula.gives !== 'record')
      if (formula.newestFirst !== undefined) return { by: formula.newestFirst, count: SHARED };
  return undefined;
}
