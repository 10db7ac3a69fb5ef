/** Open orders that were to be shipped before today. */
import type { FindingKind } from './finding.ts';
import { openOrderFinding, openPieces } from './order-finding.ts';

export const overdue: FindingKind<'overdue'> = {
  kind: 'overdue',
  rowTolerance: 'orders-tolerance',
  find: ({ openOrders, workbook: { today } }) =>
    openOrders().flatMap((open) => {
      const { onTimeShipDueDate: due } = open.order;
      if (due === null || due >= today) return [];
      const what = `Was to be shipped by ${due}: ${openPieces(open.lines)} still to be shipped.`;
      return [openOrderFinding(open, { what })];
    }),
};
