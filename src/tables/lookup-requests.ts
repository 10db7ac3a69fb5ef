/** The Lookup requests sheet. Users and pulls add rows. */
import { id, instant, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { identifierIn, isSameSeller } from './catalog/item-keys.ts';
import { sheetColumns } from './columns.ts';
import { type CellEdit, type Cells, keysOf, planFills, planRenewals } from './edits.ts';
import { openExisting, openTable } from './opened.ts';
import type { TablePlan } from './plan.ts';
import { type Contents, cellAt, keyAt } from './positions.ts';
import type { Book } from './sheet.ts';
import type { FieldOf, Recorded } from './table.ts';

export const lookupRequests = {
  answer: {
    record: {
      requestId: id('RequestID', 'Lookup request ID from the marketplace. Editable.'),
      storefront: text(
        'Storefront',
        "Storefront of the report: main, business, or canadian. Blank: your connection's first storefront. Editable.",
      ),
      firstSeen: instant('FirstSeen', 'When it was added to this list.'),
      lastPulled: instant('LastPulled', 'When its report was last pulled.'),
      sellerId: id('SellerID', 'Seller ID of the shop. Blank: your first shop with this report. Editable.'),
    },
  },
  tables: [
    {
      name: 'Lookup requests',
      about: 'One row per lookup request. Enter the IDs of the reports to pull.',
      each: [],
      columns: ['*'],
      key: ['sellerId', 'requestId', 'storefront'],
      typed: ['requestId', 'storefront', 'sellerId'],
      appendOnly: true,
    },
  ],
} as const satisfies Recorded;

export const [requestsTable] = lookupRequests.tables;

type RequestColumn = FieldOf<typeof lookupRequests>;

function requestColumns() {
  return sheetColumns(lookupRequests, requestsTable, NONE_PRIVATE);
}

export interface Request {
  readonly requestId: string;
  /** If blank, the connection's first storefront is used. */
  readonly storefront: string;
  /** Blank if unknown. */
  readonly sellerId: string;
}

interface ListedRequest extends Request {
  readonly firstSeen?: Date;
  readonly lastPulled?: Date;
}

export function readRequests(book: Book): readonly ListedRequest[] {
  const contents = openExisting(book, requestsTable.name, requestColumns())?.contents;
  return contents ? requestsIn(contents).flatMap((request) => (request ? [request] : [])) : [];
}

/**
 * Lists pulled reports; an empty list only creates the sheet. A blank storefront matches all. Fills in a blank seller
 * ID with the first seller that has the report. Doesn't overwrite users' entries. Undo doesn't restore the times in
 * `renewals`.
 */
export function planRequests(
  book: Book,
  pulled: readonly Request[],
  now: number,
): { readonly plans: readonly TablePlan[]; readonly renewals: readonly TablePlan[] } {
  const opened = openTable(book, requestsTable.name, requestColumns());
  const { contents } = opened;
  const rows = requestsIn(contents);
  const at = new Date(now);
  const keyFor = keysOf(opened);
  const met = new Map<number, Cells<RequestColumn>>();
  const keys = new Map<number, string>();
  const edits: CellEdit<RequestColumn>[] = [];
  const added: [key: string, cells: Cells<RequestColumn>][] = [];
  for (const request of new Map(pulled.map((each) => [nameOf(each).toLowerCase(), each])).values()) {
    const found = rows.flatMap((row, index) => (row && isSame(row, request) ? [index + 1] : []));
    if (found.length === 0) added.push([keyFor(nameOf(request)), { ...request, firstSeen: at, lastPulled: at }]);
    for (const row of found) {
      met.set(row, { lastPulled: at });
      edits.push({ row, column: 'sellerId', cell: request.sellerId });
      if (keyAt(contents, row - 1) !== '') continue;
      keys.set(row, keyFor(nameOf(request)));
      edits.push({ row, column: 'firstSeen', cell: at });
    }
  }
  return {
    plans: [planFills(opened, edits, book.timeZone(), keys, added)],
    renewals: opened.sheet ? [planRenewals(opened, met, book.timeZone(), keys)] : [],
  };
}

/** Returns each row's request by index; undefined for the header and for rows without a request. */
function requestsIn(contents: Contents): readonly (ListedRequest | undefined)[] {
  return contents.cells.map((_, index) => {
    const cell = (column: RequestColumn) => cellAt(contents, index, column);
    const requestId = index === 0 ? '' : identifierIn(cell('requestId'));
    if (requestId === '') return undefined;
    const storefront = identifierIn(cell('storefront'));
    const sellerId = identifierIn(cell('sellerId'));
    const [firstSeen, lastPulled] = [cell('firstSeen'), cell('lastPulled')];
    return {
      requestId,
      storefront,
      sellerId,
      ...(firstSeen instanceof Date ? { firstSeen } : {}),
      ...(lastPulled instanceof Date ? { lastPulled } : {}),
    };
  });
}

function isSame(row: Request, { requestId, storefront, sellerId }: Request) {
  const isThere = row.storefront === '' || row.storefront.toLowerCase() === storefront.toLowerCase();
  const isIts = row.sellerId === '' || isSameSeller(row.sellerId, sellerId);
  return isThere && isIts && row.requestId.toLowerCase() === requestId.toLowerCase();
}

function nameOf({ requestId, storefront, sellerId }: Request) {
  return `${sellerId}|${requestId}|${storefront}`;
}
