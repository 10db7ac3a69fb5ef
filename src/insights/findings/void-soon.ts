/** Open orders that will be voided automatically before long. */
import { HOUR } from '../../protocol/time.ts';
import { wallText } from '../../tables/zone.ts';
import type { FindingKind } from './finding.ts';
import { openOrderFinding, openPieces } from './order-finding.ts';

export const voidSoon: FindingKind<'void-soon'> = {
  kind: 'void-soon',
  rowTolerance: 'orders-tolerance',
  find: ({ openOrders, workbook: { now, zone } }, hours) =>
    openOrders().flatMap((open) => {
      const { autoVoidTime } = open.order;
      if (autoVoidTime === null || autoVoidTime <= now || autoVoidTime - now > hours * HOUR) return [];
      const what = `Will be voided at ${wallText(autoVoidTime, zone).slice(0, 16)}: ${openPieces(open.lines)} still to be shipped.`;
      return [openOrderFinding(open, { what, deadline: autoVoidTime })];
    }),
};
