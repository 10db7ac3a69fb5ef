/** Open orders that are to be shipped today. */
import type { FindingKind } from './finding.ts';
import { endOfDay, openOrderFinding, openPieces } from './order-finding.ts';

export const dueToday: FindingKind<'due-today'> = {
  kind: 'due-today',
  rowTolerance: 'orders-tolerance',
  find: ({ openOrders, workbook: { today, zone } }) =>
    openOrders().flatMap((open) => {
      if (open.order.onTimeShipDueDate !== today) return [];
      const what = `Is to be shipped today, ${today}: ${openPieces(open.lines)}.`;
      return [openOrderFinding(open, { what, deadline: endOfDay(today, zone) })];
    }),
};
