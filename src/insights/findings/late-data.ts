/** Finds late or failing tables. */
import { HOUR } from '../../protocol/time.ts';
import { FRESHNESS, NO_REASON, status } from '../../tables/status.ts';
import { spokenTime } from '../../tables/zone.ts';
import { isSame, nameIn, type TableAge, type Workbook } from '../workbook.ts';
import type { Finding, FindingKind, Tolerance } from './finding.ts';

/** Rules for the maximum ages of tables. If one pull fills several tables, only the first is listed. */
const TOLERANCES: Readonly<Record<string, Tolerance | undefined>> = {
  Orders: 'orders-tolerance',
  Inventory: 'stock-tolerance',
  'Price log': 'prices-tolerance',
  'Ad performance': 'ads-tolerance',
  Keywords: 'ads-tolerance',
  'Lookup report': undefined,
  Warehouse: undefined,
};

interface TableStatus {
  readonly table: string;
  /** Blank if the workbook has only one shop. */
  readonly sellerId: string;
  readonly isFailing: boolean;
  /** Maximum age in hours according to the schedule; undefined without a schedule. */
  readonly allowed: number | undefined;
  readonly reason: string;
}

export const lateData: FindingKind<'late-data'> = {
  kind: 'late-data',
  find: ({ workbook }) => {
    const statuses = statusesIn(workbook);
    const found = new Map<string, Finding>();
    const shops = new Set([...workbook.ages, ...statuses].flatMap(({ sellerId: id }) => (id === '' ? [] : nameIn(id))));
    const put = ({ table, sellerId }: Pick<TableAge, 'table' | 'sellerId'>, what: string) => {
      const label = shops.size > 1 && sellerId !== '' ? `${table} of ${sellerId}` : table;
      const finding = { about: 'table', sellerId, record: table, label, what, data: [], link: { table } } as const;
      found.set(nameIn(sellerId, table), finding);
    };
    for (const age of workbook.ages) {
      const of = statuses.find(
        (each) => each.table === age.table && isSame(each.sellerId || age.sellerId, age.sellerId),
      );
      const hours = lateAfter(workbook, age, of);
      if (hours !== undefined && workbook.now - age.at > hours * HOUR)
        put(age, `${age.table} data is late: last updated ${spokenTime(age.at, workbook.zone)}.`);
    }
    for (const each of statuses) {
      const sellerId = each.sellerId || (workbook.ages.find(({ table }) => table === each.table)?.sellerId ?? '');
      if (each.isFailing) put({ ...each, sellerId }, `${each.table} update failed: ${each.reason}.`);
    }
    return [...found.values()];
  },
};

/** The lower maximum age of Rules and the schedule, in hours; undefined without a rule. */
function lateAfter({ thresholds }: Workbook, { table }: TableAge, known: TableStatus | undefined): number | undefined {
  const tolerance = TOLERANCES[table];
  return tolerance && Math.min(thresholds[tolerance], known?.allowed ?? Number.POSITIVE_INFINITY);
}

function statusesIn(workbook: Workbook): readonly TableStatus[] {
  return workbook.rows(status, 'Status').flatMap((row): TableStatus[] => {
    const [table = '', sellerId = ''] = (row.subject ?? '').split(' of ');
    if (row.about !== FRESHNESS || !(table in TOLERANCES)) return [];
    const allowed = row.hoursAllowed === null ? undefined : 2 * row.hoursAllowed;
    const [reason] = (row.detail ?? '').split('; ');
    return [{ table, sellerId, isFailing: row.state === 'failing', allowed, reason: reason || NO_REASON }];
  });
}
