/** Shops whose orders come in a version that does not tell when they are voided: what is not known is not nothing. */
import { grouped } from '../../protocol/grouped.ts';
import type { OpenOrder } from '../facts/orders.ts';
import { countText } from '../money.ts';
import type { FindingKind } from './finding.ts';

export const noHours: FindingKind<'no-hours'> = {
  kind: 'no-hours',
  find: ({ openOrders }) => {
    const shops = grouped(openOrders(), ({ order }) => order.sellerId ?? '');
    return [...shops].flatMap(([sellerId, open]) => {
      if (open.some(isTold)) return [];
      const orders = open.length === 1 ? 'open order is' : 'open orders are';
      const what = `Nobody knows when ${countText(open.length)} ${orders} voided: order version 313 and later tell. Choose it at the connection, and pull orders again.`;
      return [{ sellerId, record: 'Orders', label: 'Orders', what, data: [], link: { table: 'Orders' } }];
    });
  },
};

/** The two fields that version 313 has brought. */
function isTold({ order: { autoVoidTime, currencyCode } }: OpenOrder): boolean {
  return autoVoidTime !== null || currencyCode !== null;
}
