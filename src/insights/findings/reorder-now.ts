/** Items that have to be ordered by today, so that their stock lasts until it arrives. Of the desk Reorder, while it is there. */
import { orderBy } from '../desks/reorder/item-outlooks.ts';
import { dayNumber } from '../desks/reorder/observed.ts';
import { unitsMissed } from '../desks/reorder/outlook.ts';
import { LONGEST_WINDOW } from '../desks/reorder/stock-falls.ts';
import { countText } from '../money.ts';
import type { FindingKind } from './finding.ts';
import { named } from './named.ts';

export const reorderNow: FindingKind<'reorder-now'> = {
  kind: 'reorder-now',
  desk: 'Reorder',
  rowTolerance: 'stock-tolerance',
  find: (facts) => {
    const { workbook } = facts;
    const today = dayNumber(workbook.today);
    return facts.outlooks().flatMap((item) => {
      const { outlook, stock, leadTime } = item;
      const by = orderBy(item, workbook.zone);
      if (!outlook || by === undefined || by > today) return [];
      const { sellerId, itemNumber, title, asOf, rowKey } = stock;
      const missed = unitsMissed(outlook, stock.units, leadTime);
      const { priced, cents } = facts.sales(LONGEST_WINDOW)(sellerId, itemNumber);
      const lasts = `${countText(stock.units)} in stock last about ${outlook.daysLeft.p50} days`;
      return [
        {
          sellerId,
          record: itemNumber!,
          label: named('Item', itemNumber, title),
          what: `${lasts}; an order takes ${leadTime}, and about ${countText(missed)} will be missed until then.`,
          ...(priced > 0 ? { atRisk: Math.round((missed * cents) / priced) } : {}),
          data: [{ asOf, tolerance: 'stock-tolerance' as const }],
          link: { table: 'Inventory', rowKey },
        },
      ];
    });
  },
};
