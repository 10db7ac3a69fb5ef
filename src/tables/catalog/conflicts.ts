/** Contradictions in what is known of an item: a person has to decide. */
import { keyOf } from './item-keys.ts';
import type { KnownItem, Owners } from './known-item.ts';

export interface Conflict {
  /** The identifier that it is about. */
  readonly subject: string;
  readonly state: string;
  readonly example: string;
}

/** An item has one of each. A code or a maker part number that several items have is none: such items exist. */
const SINGLE = {
  sellerPartNumber: 'several seller part numbers',
  upcCode: 'several UPC codes',
  mfrPartNumber: 'several mfr part numbers',
} as const;

export function conflictsOf({ by, rows, first, second }: KnownItem, owners: Owners): readonly Conflict[] {
  if (by !== 'itemNumber' && by !== 'sellerPartNumber') return [];
  const shared = [first.sellerPartNumber, second.sellerPartNumber].flatMap((part): Conflict[] => {
    const owner = part === undefined ? undefined : owners.sellerPartNumber.get(keyOf('sellerPartNumber', part));
    if (!owner?.isShared) return [];
    const example = `${owner.first.itemNumber}; ${owner.second.itemNumber}`;
    return [{ subject: owner.first.sellerPartNumber!, state: 'several item numbers', example }];
  });
  // A row with only such a part number may be about either item.
  if (by === 'sellerPartNumber' && shared.length > 0) return shared;
  const subject = first[by]!;
  const several = (Object.keys(SINGLE) as (keyof typeof SINGLE)[]).flatMap((trait): Conflict[] =>
    second[trait] === undefined
      ? []
      : [{ subject, state: SINGLE[trait], example: `${first[trait]}; ${second[trait]}` }],
  );
  const doubled = rows.length > 1 ? [{ subject, state: 'several rows', example: `${rows.length} rows` }] : [];
  return [...several, ...shared, ...doubled];
}
