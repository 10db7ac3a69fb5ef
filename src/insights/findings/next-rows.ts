/** Merges this run's findings with the existing rows of Findings. */
import { type Instant, instantAt, type Value } from '../../protocol/fields.ts';
import { once } from '../../protocol/store.ts';
import { HOUR } from '../../protocol/time.ts';
import type { Column } from '../../tables/columns.ts';
import { type findings, findingsColumns, findingsTable } from '../../tables/findings-table.ts';
import { type Row, rowsOf } from '../../tables/rows.ts';
import { centsFor, USUAL_CURRENCY } from '../money.ts';
import { linkTo, type TableRow, type Workbook } from '../workbook.ts';
import { dataAges, findingKinds, type RecordFinding } from './find.ts';

export interface KnownFinding {
  readonly row: TableRow<typeof findings, 'Findings'>;
  readonly state: string;
  readonly note: Value | null;
  /** Whether the data is too old to end the finding. */
  isLate(): boolean;
}

/** A Findings row before ranking. Times are in epoch milliseconds, amounts in cents. */
interface Draft {
  readonly row: Row;
  readonly state: string;
  readonly kinds: readonly string[];
  readonly atRisk: number | undefined;
  readonly weekLoss: number | undefined;
  readonly deadline: number | undefined;
}

/** Formula columns are never compared. */
const FORMULAS: ReadonlySet<string> = new Set(['record', 'hoursLeft', 'late']);

export function valueColumns(columns: readonly Column[]): readonly Column[] {
  return columns.filter(({ id }) => !FORMULAS.has(id));
}

/** Returns ranked rows, then rows that ended in this run. Rows that ended earlier don't change. */
export function nextRows(
  found: readonly RecordFinding[],
  known: readonly KnownFinding[],
  workbook: Pick<Workbook, 'now' | 'thresholds'>,
): readonly Row[] {
  const before = new Map(known.map((each) => [each.row.rowKey, each]));
  const fresh = found.map((finding) => foundDraft(finding, before, workbook));
  const there = new Set(fresh.map(({ row }) => row.key));
  const left = known.filter(({ row, state }) => !there.has(row.rowKey) && wordOf(state) !== ENDED);
  const all = [...fresh, ...left.map(missingDraft)];
  const ranked = inOrder(
    all.filter(({ state }) => wordOf(state) !== ENDED),
    workbook.now,
  );
  const withRank = ({ row: { key, values } }: Draft, rank: number | null): Row => ({
    key,
    values: { ...values, rank },
  });
  return [
    ...ranked.map((each, index) => withRank(each, index + 1)),
    ...all.filter(({ state }) => wordOf(state) === ENDED).map((each) => withRank(each, null)),
  ];
}

function foundDraft(
  finding: RecordFinding,
  before: ReadonlyMap<string, KnownFinding>,
  { now, thresholds }: Pick<Workbook, 'now' | 'thresholds'>,
): Draft {
  const { about, sellerId, record, kinds, label, what, why, atRisk, weekLoss, deadline, data, link } = finding;
  const { asOf, lateAt } = dataAges(data, thresholds);
  const names = { sellerId, about, recordId: record };
  const { key } = rowsOf(findingsTable, naming(), [names])[0]!;
  const known = before.get(key);
  const { state, explainedAt } = stateOfFound(known, kinds, atRisk);
  const values = {
    ...names,
    whatToDo: what,
    deadline: instant(deadline),
    atRisk: amount(atRisk),
    why,
    kinds: kinds.join(KIND_SEPARATOR),
    state,
    note: known?.note ?? null,
    firstSeen: instant(known?.row.firstSeen ?? now),
    dataAsOf: instant(asOf),
    currency: atRisk === undefined ? null : (finding.currency ?? USUAL_CURRENCY),
    lateAt: instant(lateAt),
    label,
    linkTable: link.table,
    ...linkTo(link.rowKey),
    explainedAt: amount(explainedAt),
    weekLoss: amount(weekLoss),
  };
  return { row: { key, values }, state, kinds, atRisk, weekLoss, deadline };
}

const naming = once(() => findingsColumns().filter(({ id }) => (findingsTable.key as readonly string[]).includes(id)));

/** Ends a finding that wasn't found again, unless its data is too old to tell. */
function missingDraft(known: KnownFinding): Draft {
  const { row, note } = known;
  const isLate = known.isLate();
  const state = isLate ? known.state : ENDED;
  const { sellerId, about, recordId, whatToDo, atRisk, why, kinds, currency, label, linkTable, weekLoss } = row;
  const values = {
    ...{ sellerId, about, recordId, whatToDo, atRisk, why, kinds, state, note, currency, label, linkTable, weekLoss },
    deadline: instant(row.deadline),
    firstSeen: instant(row.firstSeen),
    dataAsOf: instant(row.dataAsOf),
    lateAt: instant(row.lateAt),
    ...linkTo(row.linkKey),
    explainedAt: isLate ? row.explainedAt : null,
  };
  return {
    row: { key: row.rowKey, values },
    state,
    kinds: kindsIn(kinds),
    atRisk: centsIn(atRisk),
    weekLoss: centsIn(weekLoss),
    deadline: row.deadline ?? undefined,
  };
}

const KIND_SEPARATOR = ', ';

export function kindsIn(cell: string | null): readonly string[] {
  return (cell ?? '').split(KIND_SEPARATOR).filter((kind) => kind !== '');
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

const [OPEN, EXPLAINED, CLOSED, ENDED] = ['open', 'explained', 'closed', 'ended'];

/** An explained finding reopens if its amount grows by this factor. */
const GROWN = 1.25;

/** Keeps the user's state, but reopens an explained finding if it grew or has a new kind. Amounts are in cents. */
function stateOfFound(known: KnownFinding | undefined, kinds: readonly string[], atRisk: number | undefined) {
  const open = { state: OPEN, explainedAt: undefined };
  const typed = known && wordOf(known.state);
  if (!known || (typed !== CLOSED && typed !== EXPLAINED)) return open;
  if (typed === CLOSED) return { state: known.state, explainedAt: undefined };
  const before = kindsIn(known.row.kinds);
  const explainedAt = centsIn(known.row.explainedAt ?? known.row.atRisk);
  const hasGrown =
    explainedAt !== undefined && atRisk !== undefined && atRisk > explainedAt && atRisk >= GROWN * explainedAt;
  const hasNewKind = kinds.some((kind) => !before.includes(kind));
  return hasGrown || hasNewKind ? open : { state: known.state, explainedAt };
}

function wordOf(state: string): string {
  return state.trim().toLowerCase();
}

const SOON = 24 * HOUR;

type Ranked = Pick<Draft, 'kinds' | 'atRisk' | 'weekLoss' | 'deadline'> & { readonly row: Pick<Row, 'key'> };

/**
 * Sorts by rank: deadlines within 24 hours (soonest first), overdue orders by amount, everything else by amount, then
 * rows without an amount by kind. Ties are broken by key, so sorting the sheet doesn't change ranks.
 */
export function inOrder<T extends Ranked>(findings: readonly T[], now: number): readonly T[] {
  const left = ({ deadline }: T) => (deadline === undefined ? Number.NaN : deadline - now);
  const groupOf = (each: T) => (left(each) >= 0 && left(each) <= SOON ? 0 : each.kinds.includes('overdue') ? 1 : 2);
  const money = ({ atRisk, weekLoss }: T) => Math.max(atRisk ?? -1, weekLoss ?? -1);
  const kind = ({ kinds }: T) => findingKinds.findIndex((each) => each.kind === kinds[0]);
  return [...findings].sort((one, other) => {
    const group = groupOf(one);
    return (
      group - groupOf(other) ||
      (group === 0 ? left(one) - left(other) : 0) ||
      money(other) - money(one) ||
      kind(one) - kind(other) ||
      (one.row.key < other.row.key ? -1 : 1)
    );
  });
}
