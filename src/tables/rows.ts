import type { AnyRecord, Instant, Value } from '../protocol/fields.ts';
import { fingerprint } from '../protocol/store.ts';
import type { Identity } from '../protocol/unit-pages.ts';
import { type Column, RAW_DATES } from './columns.ts';
import type { Table, TabledOperation } from './table.ts';

export interface Row {
  readonly key: string;
  /** By column ID. */
  readonly values: Readonly<Record<string, Value | null>>;
}

export type Occurrences = Map<string, number>;

/**
 * Creates one row per record, or per element of the table's lists. Numbers rows with equal keys: if the table has
 * lists, within each record, which can be received twice; otherwise, across all, after those in `earlier`.
 */
export function rowsOf(
  table: Table,
  columns: readonly Column[],
  records: readonly AnyRecord[],
  earlier: Occurrences = new Map(),
): readonly Row[] {
  let seen = earlier;
  return records.flatMap((record) => {
    if (table.each.length > 0) seen = new Map();
    return chains(record, table.each).map((chain) => {
      const values: Record<string, Value | null> = {};
      for (const { id, depth, names } of columns) {
        const value = (chain[depth]?.[names?.of ?? id] as Value | undefined) ?? null;
        values[id] = names ? nameOf(value, names.codes) : value;
      }
      values[RAW_DATES.id] = rawDates(columns, values);
      const key = shortKey(table.key.map((id) => keyPart(values[id] ?? null)).join('|'));
      const occurrence = (seen.get(key) ?? 0) + 1;
      seen.set(key, occurrence);
      return { key: table.repeats && occurrence > 1 ? `${key}|${occurrence}` : key, values };
    });
  });
}

/** Returns undocumented codes unchanged. */
function nameOf(value: Value | null, codes: Readonly<Record<string, string>>) {
  if (value === null) return null;
  return codes[String(value)] ?? String(value);
}

function rawDates(columns: readonly Column[], values: Readonly<Record<string, Value | null>>) {
  const dates = columns.flatMap(({ id, header, once }) => {
    const value = values[id];
    if (typeof value !== 'object' || value === null || once) return [];
    return [`${header}: ${value.text}${'at' in value ? doubtAbout(value) : ''}`];
  });
  return dates.length > 0 ? dates.join('; ') : null;
}

/** Suffixes in the Raw dates column. */
export const AMBIGUOUS = ' (clocks were set back: may be an hour later)';
const SKIPPED = ' (clocks skipped this hour: read as an hour later)';

function doubtAbout({ ambiguous, skipped }: Instant): string {
  if (ambiguous) return AMBIGUOUS;
  return skipped ? SKIPPED : '';
}

/** Returns the record and its nested list elements for each row. */
function chains(record: AnyRecord, each: readonly string[]): AnyRecord[][] {
  const [step, ...rest] = each;
  if (step === undefined) return [[record]];
  const keepsParent = step.endsWith('?');
  const elements = record[keepsParent ? step.slice(0, -1) : step];
  const below = (Array.isArray(elements) ? elements : []).flatMap((element) => chains(element, rest));
  if (below.length === 0) return keepsParent ? [[record]] : [];
  return below.map((chain) => [record, ...chain]);
}

function keyPart(value: Value | null) {
  if (value === null) return '';
  if (typeof value === 'object') return 'at' in value ? new Date(value.at).toISOString() : value.day;
  return String(value).replace(/[\\|]/g, '\\$&');
}

/** Longer than any real key, but short enough for a cell. */
const LONGEST_KEY = 1000;

/** Truncates a long key and appends a fingerprint of the entire key. */
export function shortKey(key: string): string {
  return key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…${fingerprint(key)}` : key;
}

/** Detects duplicate records: by key, or by content if rows with equal keys are numbered. */
export function identityOf({ answer, tables }: TabledOperation): Identity {
  const own = tables.find(({ each }) => each.length === 0);
  const { position } = answer;
  if (position !== undefined) {
    const textOf = ({ [position]: _, ...record }: AnyRecord) => fingerprint(JSON.stringify(record));
    return { textOf, twins: 'anywhere' };
  }
  if (!own || own.repeats) return { textOf: (record) => fingerprint(JSON.stringify(record)), twins: 'in a row' };
  return { textOf: (record) => fingerprint(JSON.stringify(own.key.map((field) => record[field] ?? null))) };
}

/** Looks up an item's trait in the Catalog. */
export type TraitOf = (trait: 'title' | 'sellerPartNumber', sellerId: string, item: string) => string | undefined;

/** Fills computed columns. Calls `traits` only if needed. */
export function withComputed(
  rows: readonly Row[],
  columns: readonly Column[],
  traits: () => TraitOf = () => () => undefined,
): readonly Row[] {
  const rules = columns.flatMap(({ id, computed: rule }) => (rule && rule !== 'field' ? [{ id, rule }] : []));
  if (rules.length === 0) return rows;
  const traitOf = rules.some(({ rule }) => 'trait' in rule) ? traits() : () => undefined;
  return rows.map(({ key, values }) => {
    const filled: Record<string, Value | null> = { ...values };
    for (const { id, rule } of rules)
      filled[id] =
        'trait' in rule
          ? (traitOf(rule.trait, String(values.sellerId ?? ''), String(values[rule.of] ?? '')) ?? null)
          : gapOf(values[rule.gap] ?? null, values[rule.over] ?? null);
    return { key, values: filled };
  });
}

/** Returns the relative difference, rounded so that equal prices produce equal results. */
function gapOf(price: Value | null, other: Value | null) {
  if (typeof price !== 'number' || typeof other !== 'number' || other <= 0) return null;
  return Number((price / other - 1).toPrecision(12));
}
