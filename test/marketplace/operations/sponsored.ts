import { HTTP, SPONSORED_ERROR_CODE } from '../assumptions.ts';
import { type AdStatus, activeStatusOf } from '../shop/campaigns.ts';
import type { Members } from '../wire/members.ts';
import { invalid as invalidMember, Refusal } from '../wire/refusal.ts';
import { ListOf, Money, type Tree } from '../wire/tree.ts';
import { type Call, NULL_SELLER } from './operation.ts';
import { type Page, pageOf } from './pages.ts';

export const LARGEST_NUMBER = 2_147_483_647;
const DEFAULT_PAGE_SIZE = 20;

export const invalid = (name: string, value: unknown): Refusal => invalidMember(name, value, SPONSORED_ERROR_CODE);

export function checkSeller(call: Call): void {
  const sellerId = call.body.text('sellerId');
  if (sellerId === undefined) throw new Refusal(HTTP.badRequest, 'CE001', NULL_SELLER);
  if (sellerId !== call.world.shop.sellerId) {
    throw new Refusal(
      HTTP.notYourSeller,
      'AccessDenied',
      'The specified seller id is invalid or you have not yet got the authorization from this seller.',
    );
  }
}

export const campaignNumberOf = (body: Members): number | undefined =>
  body.whole('campaignNumber', 0, LARGEST_NUMBER, SPONSORED_ERROR_CODE);

/** Accepts every status if the request has no filter. */
export function activeStatusFilter(body: Members): (status: AdStatus) => boolean {
  const wanted = body.oneOf('activeStatus', ['Active', 'Inactive'], SPONSORED_ERROR_CODE);
  return (status) => wanted === undefined || activeStatusOf(status) === wanted;
}

/** `created` is the default sort key. */
export interface Row {
  fields: Record<string, Tree>;
  created: number;
}

function sortKey(row: Row, field: string): string | number | null {
  if (field === 'indate') return row.created;
  const name = Object.keys(row.fields).find((one) => one.toLowerCase() === field);
  const value = name === undefined ? null : (row.fields[name] as Tree);
  if (value instanceof Money) return value.cents;
  if (value instanceof ListOf) return value.entries.join(',');
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

/** Empty values come last in both directions; equal rows keep their order. */
function compare(a: string | number | null, b: string | number | null, direction: 1 | -1): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return (a < b ? -1 : 1) * direction;
}

export function sortedPage(body: Members, rows: Row[], fieldNames: readonly string[], largest: number): Tree[] {
  const info = body.group('pageInfo');
  const page: Page = {
    index: info.whole('pageIndex', 1, LARGEST_NUMBER, SPONSORED_ERROR_CODE) ?? 1,
    size: info.whole('pageSize', 1, largest, SPONSORED_ERROR_CODE) ?? DEFAULT_PAGE_SIZE,
  };
  const field = (info.oneOf('sortField', ['InDate', ...fieldNames], SPONSORED_ERROR_CODE) ?? 'InDate').toLowerCase();
  const direction = info.oneOf('sortType', ['Desc', 'Asc'], SPONSORED_ERROR_CODE) === 'Asc' ? 1 : -1;
  const sorted = [...rows].sort((a, b) => compare(sortKey(a, field), sortKey(b, field), direction));
  return pageOf(sorted, page).map((row) => row.fields);
}
