/** Keeps for formulas what a pull learned, as if one of them had asked for it. */
import { type OperationId, operations } from '../../operations/registry.ts';
import type { Operation, Storefront } from '../../protocol/operation.ts';
import type { UnitRecords } from '../../protocol/page.ts';
import { formulas } from '../functions/registry.ts';
import type { Cache } from '../ports.ts';
import { byIdentifier, type Found, isSingleCall, latestOf, ownRecords, type Query, queryOf } from '../query.ts';
import { entryOf, writeEntries } from './answer-cache.ts';

/**
 * `whole` are the units that a pull on the connection `fingerprint` has answers of, complete ones. A leader that writes
 * at the same moment may overwrite some of these: they are asked for again then.
 */
export function share(
  cache: Cache,
  fingerprint: string,
  operation: OperationId,
  storefront: Storefront,
  whole: readonly UnitRecords[],
  now: number,
): void {
  const found = whole.flatMap((each) => foundIn(operation, storefront, each));
  const entries = new Map(found.map((each) => [each.query.key, entryOf(each, now)] as const));
  if (entries.size > 0) writeEntries(cache, fingerprint, entries, now);
}

function foundIn(operation: OperationId, storefront: Storefront, { params, records }: UnitRecords): Found[] {
  const { finds = [] }: Operation = operations[operation];
  const list = finds.find(({ param }) => params[param] !== undefined)?.param;
  const latest = latestIn(operation);
  const found = (name: string | undefined): Found => {
    const unit = name === undefined ? params : { ...params, [list!]: [name] };
    const query = queryOf(operation, storefront, unit, list, latest);
    const own = name === undefined || isSingleCall(query) ? records : byIdentifier(query, records)(name);
    return { query, records: ownRecords(query, own) };
  };
  return list === undefined ? [found(undefined)] : [params[list]!].flat().map(found);
}

/** The latest records that formulas of an operation share. */
function latestIn(operation: OperationId): Query['latest'] {
  for (const formula of formulas) {
    const latest = formula.gives !== 'state' && formula.operation === operation ? latestOf(formula) : undefined;
    if (latest) return latest;
  }
  return undefined;
}
