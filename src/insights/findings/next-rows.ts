/** What the sheet Findings says next, from what is found now and what it said before. Pure. */
import { type Instant, instantAt, type Value } from '../../protocol/fields.ts';
import { once } from '../../protocol/store.ts';
import { HOUR } from '../../protocol/time.ts';
import type { Column } from '../../tables/columns.ts';
import { type findings, findingsColumns, findingsTable } from '../../tables/findings-table.ts';
import { type Row, rowsOf } from '../../tables/rows.ts';
import { centsFor, sum } from '../money.ts';
import { linkTo } from '../row-links.ts';
import type { TableRow } from '../table-rows.ts';
import type { Workbook } from '../workbook.ts';
import { dataAges, type Found, orderOf } from './find.ts';
import type { LineAtRisk } from './finding.ts';

/** A row of the sheet as it is, with the two cells into which people type. */
export interface KnownFinding {
  readonly row: TableRow<typeof findings, 'Findings'>;
  readonly state: string;
  readonly note: Value | null;
  /** Whether its data is too old to say that it has ended. */
  isLate(): boolean;
}

/** What a row will say apart from its rank and what counts. Instants in epoch milliseconds, amounts in cents. */
interface Draft {
  readonly row: Row;
  readonly state: string;
  /** The order of the kinds, from 0. */
  readonly order: number;
  readonly atRisk: number | undefined;
  readonly lines?: readonly LineAtRisk[] | undefined;
  readonly deadline: number | undefined;
  readonly lateAt: number | undefined;
}

/** Columns that formulas fill: no value of theirs is ever compared. */
const FORMULAS: ReadonlySet<string> = new Set(['record', 'hoursLeft', 'late']);

export function valueColumns(columns: readonly Column[]): readonly Column[] {
  return columns.filter(({ id }) => !FORMULAS.has(id));
}

/** Open ones by rank, then what people explained or closed, then what has just ended. What ended before stays as it is. */
export function nextRows(
  found: readonly Found[],
  known: readonly KnownFinding[],
  workbook: Pick<Workbook, 'now' | 'thresholds'>,
): readonly Row[] {
  const before = new Map(known.map((each) => [each.row.rowKey, each]));
  const fresh = found.map((finding) => foundDraft(finding, before, workbook));
  const there = new Set(fresh.map(({ row }) => row.key));
  const left = known.filter(({ row, state }) => !there.has(row.rowKey) && wordOf(state) !== ENDED);
  // Where nothing else decides, their order does not follow the one in which people sorted a table.
  const all = [...fresh, ...left.map(missingDraft)].sort((one, other) => (one.row.key < other.row.key ? -1 : 1));
  const isOpen = ({ state }: Draft) => wordOf(state) === OPEN;
  const open = inOrder(all.filter(isOpen), workbook.now);
  const counting = open.filter(({ lateAt }) => lateAt === undefined || lateAt > workbook.now);
  const counted = countedOf(counting);
  const sums = new Map(counting.map((each, index) => [each, counted[index]]));
  const withValues = ({ row: { key, values } }: Draft, more: Row['values']): Row => ({
    key,
    values: { ...values, ...more },
  });
  return [
    ...open.map((each, index) => withValues(each, { rank: index + 1, counted: amount(sums.get(each)) })),
    ...all.filter((each) => !isOpen(each)).map((each) => withValues(each, { rank: null, counted: null })),
  ];
}

function foundDraft(
  finding: Found,
  before: ReadonlyMap<string, KnownFinding>,
  { now, thresholds }: Pick<Workbook, 'now' | 'thresholds'>,
): Draft {
  const { kind, sellerId, record, label, what, atRisk, lines, deadline, data, link } = finding;
  const { asOf, lateAt } = dataAges(data, thresholds);
  const names = { kind, sellerId, recordId: record };
  const { key } = rowsOf(findingsTable, naming(), [names])[0]!;
  const known = before.get(key);
  const { state, explainedAt } = stateOfFound(known, atRisk);
  const values = {
    ...names,
    atRisk: amount(atRisk),
    what,
    deadline: instant(deadline),
    dataAsOf: instant(asOf),
    state,
    note: known?.note ?? null,
    firstSeen: instant(known?.row.firstSeen ?? now),
    lateAt: instant(lateAt),
    label,
    linkTable: link.table,
    ...linkTo(link.rowKey),
    explainedAt: amount(explainedAt),
  };
  return { row: { key, values }, state, order: orderOf(kind), atRisk, lines, deadline, lateAt };
}

/** The columns that identify a finding. */
const naming = once(() => findingsColumns().filter(({ id }) => (findingsTable.key as readonly string[]).includes(id)));

/** It was not found: its cause is gone, unless its data is too old. */
function missingDraft(known: KnownFinding): Draft {
  const { row, note } = known;
  const { kind, sellerId, recordId, atRisk, what, label, linkTable } = row;
  const isLate = known.isLate();
  const state = isLate ? known.state : ENDED;
  const values = {
    ...{ kind, sellerId, recordId, atRisk, what, state, note, label, linkTable },
    deadline: instant(row.deadline),
    dataAsOf: instant(row.dataAsOf),
    firstSeen: instant(row.firstSeen),
    lateAt: instant(row.lateAt),
    ...linkTo(row.linkKey),
    explainedAt: isLate ? row.explainedAt : null,
  };
  return {
    row: { key: row.rowKey, values },
    state,
    order: orderOf(kind ?? ''),
    atRisk: centsIn(atRisk),
    deadline: row.deadline ?? undefined,
    lateAt: row.lateAt ?? undefined,
  };
}

function centsIn(money: number | null): number | undefined {
  return centsFor(1, money);
}

function amount(cents: number | undefined): number | null {
  return cents === undefined ? null : cents / 100;
}

function instant(at: number | null | undefined): Instant | null {
  return at === null || at === undefined ? null : instantAt(at);
}

/** People explain or close a finding; runs end it and open it again. */
const [OPEN, EXPLAINED, CLOSED, ENDED] = ['open', 'explained', 'closed', 'ended'];

/** Money that grew by this factor reopens what was explained. */
const GROWN = 1.25;

/** With `atRisk` as it is now and `explainedAt`, the amount when it was explained, in cents. A typed state stays as typed. */
function stateOfFound(known: KnownFinding | undefined, atRisk: number | undefined) {
  const open = { state: OPEN, explainedAt: undefined };
  const typed = known && wordOf(known.state);
  if (!known || (typed !== CLOSED && typed !== EXPLAINED)) return open;
  if (typed === CLOSED) return { state: known.state, explainedAt: undefined };
  const explainedAt = centsIn(known.row.explainedAt ?? known.row.atRisk);
  const hasGrown =
    explainedAt !== undefined && atRisk !== undefined && atRisk > explainedAt && atRisk >= GROWN * explainedAt;
  return hasGrown ? open : { state: known.state, explainedAt };
}

function wordOf(state: string): string {
  return state.trim().toLowerCase();
}

/** A deadline within so many hours comes before all money. */
const SOON = 24 * HOUR;

/** What is due soon first, then by money, then by kind. */
export function inOrder<T extends Pick<Found, 'atRisk' | 'deadline'> & Pick<Draft, 'order'>>(
  findings: readonly T[],
  now: number,
): readonly T[] {
  const isSoon = ({ deadline }: T) => Number(deadline !== undefined && deadline - now <= SOON);
  const money = ({ atRisk }: T) => atRisk ?? -1;
  return [...findings].sort(
    (one, other) => isSoon(other) - isSoon(one) || money(other) - money(one) || one.order - other.order,
  );
}

/** The cents of each that count: a line of an order counts once, under the first kind. Undefined where there is no money. */
export function countedOf(
  findings: readonly Pick<Draft, 'order' | 'atRisk' | 'lines'>[],
): readonly (number | undefined)[] {
  const taken = new Set<string>();
  const counted = new Map<unknown, number | undefined>();
  for (const finding of [...findings].sort((one, other) => one.order - other.order)) {
    const own = finding.lines?.filter(({ line }) => !taken.has(line));
    for (const { line } of own ?? []) taken.add(line);
    counted.set(finding, own ? sum(own, 'cents') : finding.atRisk);
  }
  return findings.map((finding) => counted.get(finding));
}
