/**
 * What the marketplace sent and its documentation does not have, and contradictions in the Catalog, as rows of the
 * sheet Status.
 */
import type { UnknownField } from '../protocol/decode.ts';
import { instantAt } from '../protocol/fields.ts';
import { catalogTable } from '../tables/catalog/catalog-table.ts';
import type { Conflict } from '../tables/catalog/known-item.ts';
import { headerOf } from '../tables/header.ts';
import type { Seller } from '../tables/seller.ts';
import type { StatusRecord } from '../tables/status.ts';

/** `now` in epoch milliseconds. The code or the field is in the subject as the service wrote it. */
export function unknownFieldRecord(title: string, { is, field, value }: UnknownField, now: number): StatusRecord {
  return {
    about: title,
    subject: is === 'code' ? `${headerOf(field)}: ${clip(value)}` : field,
    state: is === 'code' ? 'not documented' : 'new field, not documented',
    detail: null,
    example: is === 'code' || value === '' ? null : clip(value),
    firstSeen: instantAt(now),
    lastComplete: null,
    hoursAllowed: null,
  };
}

/** It says whose items they are where there is more than one seller. */
export function conflictRecord(
  { subject, state, example }: Conflict,
  { sellerId, isOnly }: Seller,
  now: number,
): StatusRecord {
  return {
    about: catalogTable.name,
    subject: `${isOnly ? '' : `${sellerId}, `}${clip(subject)}: ${state}`,
    state: 'contradiction',
    detail: null,
    example: example.split('; ').map(clip).join('; '),
    firstSeen: instantAt(now),
    lastComplete: null,
    hoursAllowed: null,
  };
}

function clip(value: string): string {
  return value.length > 60 ? `${value.slice(0, 59)}…` : value;
}
