/** What the sheet Findings says next: of what is found now and of what it said before. Pure. */
import { type Instant, instantAt, type Value } from '../../protocol/fields.ts';
import { once } from '../../protocol/store.ts';
import type { Column } from '../../tables/columns.ts';
import { type findings, findingsColumns, findingsTable } from '../../tables/findings-table.ts';
import { type Row, rowsOf } from '../../tables/rows.ts';
import { centsFor } from '../money.ts';
import { linkTo } from '../row-links.ts';
import type { TableRow } from '../table-rows.ts';
import type { Workbook } from '../workbook.ts';
import { dataAges, type Found, orderOf } from './find.ts';
import type { LineAtRisk } from './finding.ts';
import { countedOf, inOrder } from './ranking.ts';
import { ENDED, isEnded, isOpen, stateOfFound } from './states.ts';

/** A row of the sheet as it is, with the two cells into which people type as they stand there. */
export interface KnownFinding {
  readonly row: TableRow<typeof findings, 'Findings'>;
  readonly state: string;
  readonly note: Value | null;
  /** Whether what it was found in was not read for so long that nothing can be said of it. */
  isLate(): boolean;
}

/** What a row is to say beside rank and what counts. */
interface Said {
  readonly row: Row;
  readonly state: string;
  readonly order: number;
  /** In cents. */
  readonly atRisk: number | undefined;
  readonly lines?: readonly LineAtRisk[] | undefined;
  /** Epoch milliseconds, as all instants here. */
  readonly deadline: number | undefined;
  readonly lateAt: number | undefined;
}

/** Columns that formulas fill: no value of theirs is ever compared. */
const FORMULAS: ReadonlySet<string> = new Set(['record', 'hoursLeft', 'late']);

export function valueColumns(columns: readonly Column[]): readonly Column[] {
  return columns.filter(({ id }) => !FORMULAS.has(id));
}

/**
 * Open ones by their rank, then what people explained or closed, then what has just ended; what ended before stays as
 * it is.
 */
export function nextRows(
  found: readonly Found[],
  known: readonly KnownFinding[],
  workbook: Pick<Workbook, 'now' | 'thresholds'>,
): readonly Row[] {
  const before = new Map(known.map((each) => [each.row.rowKey, each]));
  const fresh = found.map((finding) => saidOf(finding, before, workbook));
  const there = new Set(fresh.map(({ row }) => row.key));
  const left = known.filter(({ row, state }) => !there.has(row.rowKey) && !isEnded(state));
  // Where nothing else decides, their order does not follow the one in which people sorted a table.
  const all = [...fresh, ...left.map((each) => saidBefore(each))].sort((one, other) =>
    one.row.key < other.row.key ? -1 : 1,
  );
  const open = inOrder(
    all.filter(({ state }) => isOpen(state)),
    workbook.now,
  );
  const counting = open.filter(({ lateAt }) => lateAt === undefined || lateAt > workbook.now);
  const counted = countedOf(counting);
  const sums = new Map(counting.map((each, index) => [each, counted[index]]));
  const ranked = open.map((each, index) => withValues(each, { rank: index + 1, counted: amount(sums.get(each)) }));
  const others = all.filter(({ state }) => !isOpen(state));
  return [...ranked, ...others.map((each) => withValues(each, { rank: null, counted: null }))];
}

function withValues({ row: { key, values } }: Said, more: Row['values']): Row {
  return { key, values: { ...values, ...more } };
}

function saidOf(
  finding: Found,
  before: ReadonlyMap<string, KnownFinding>,
  { now, thresholds }: Pick<Workbook, 'now' | 'thresholds'>,
): Said {
  const { kind, sellerId, record, label, what, atRisk, lines, deadline, data, link } = finding;
  const { asOf, lateAt } = dataAges(data, thresholds);
  const names = { kind, sellerId, recordId: record };
  const [named] = rowsOf(findingsTable, naming(), [names]);
  const known = before.get(named!.key);
  const { state, explainedAt } = stateOfFound(
    known && {
      state: known.state,
      atRisk: centsIn(known.row.atRisk),
      explainedAt: centsIn(known.row.explainedAt),
    },
    atRisk,
  );
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
  return { row: { key: named!.key, values }, state, order: orderOf(kind), atRisk, lines, deadline, lateAt };
}

/** The columns that identify a finding. */
const naming = once(() => findingsColumns().filter(({ id }) => (findingsTable.key as readonly string[]).includes(id)));

/** It was not found: its cause is gone, unless nobody has looked. */
function saidBefore({ row, state: before, note, ...known }: KnownFinding): Said {
  const isLate = known.isLate();
  const state = isLate ? before : ENDED;
  const values = {
    kind: row.kind,
    sellerId: row.sellerId,
    recordId: row.recordId,
    atRisk: row.atRisk,
    what: row.what,
    deadline: instant(row.deadline),
    dataAsOf: instant(row.dataAsOf),
    state,
    note,
    firstSeen: instant(row.firstSeen),
    lateAt: instant(row.lateAt),
    label: row.label,
    linkTable: row.linkTable,
    ...linkTo(row.linkKey),
    explainedAt: isLate ? row.explainedAt : null,
  };
  return {
    row: { key: row.rowKey, values },
    state,
    order: orderOf(row.kind ?? ''),
    atRisk: centsIn(row.atRisk),
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
