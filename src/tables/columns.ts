/** The columns of a table, from its declaration. */
import { type Field, isList, type Kind, type Privacy, recordShape, type Shape } from '../protocol/fields.ts';
import { headerOf } from './header.ts';
import type { Computed, Opening, Recorded, Table, Tone, Tones } from './table.ts';

export interface Column {
  /** The field's name, unique in the table. */
  readonly id: string;
  readonly header: string;
  readonly kind: Kind;
  readonly meaning: string;
  /** The number of lists between the record and the field. */
  readonly depth: number;
  /** A cell keeps its value when the service stops sending it, as it does with data of earlier buyers. */
  readonly keeps: boolean;
  /** See `Field`. */
  readonly once?: true;
  readonly long?: string;
  /** Only the add-on reads this column. */
  readonly hidden?: true;
  /** People type into our rows, or also into rows that they add. Plain text keeps `007` and `3-4` as typed. */
  readonly typed?: 'cells' | 'rows';
  /** Shows the codes of another column in words. */
  readonly names?: { readonly of: string; readonly codes: Readonly<Record<string, string>> };
  /** The values are codes, even if they are numbers, and have no meaningful sum. */
  readonly isCode?: true;
  /** The first order version that has the field. */
  readonly since?: number;
  /** The value follows from other columns, so that filling it is no change. */
  readonly computed?: Computed;
  readonly opens?: Opens;
}

/** The fields of a table in order, without withheld ones and ones that the order `version` does not have. */
export function fieldColumns(
  operation: Recorded,
  table: Table,
  withheld: ReadonlySet<Privacy>,
  version = Number.POSITIVE_INFINITY,
): readonly Column[] {
  const columns = new Map<string, Column>();
  // People can add rows if they can type a key column.
  const typed = table.key.some((id) => table.typed?.includes(id)) ? 'rows' : 'cells';
  for (const path of table.columns) {
    const names = path.split('.');
    const name = names.pop()!;
    const shape = shapeAt(recordShape(operation), names);
    const fields = name === '*' ? Object.keys(shape).filter((each) => !isList(shape[each]!)) : [name];
    for (const id of fields) {
      const field = shape[id] as Field;
      if (columns.has(id) || (field.privacy && withheld.has(field.privacy))) continue;
      if (field.since !== undefined && field.since > version) continue;
      const column: Column = {
        ...columnOf(id, field, names.length),
        ...(table.typed?.includes(id) ? { typed } : {}),
        ...(table.hidden?.includes(id) ? { hidden: true as const } : {}),
      };
      for (const each of [column, ...namesColumn(column, field)]) columns.set(each.id, each);
    }
  }
  return [...columns.values()];
}

function columnOf(id: string, field: Field, depth: number): Column {
  return {
    id,
    header: headerOf(id),
    kind: field.kind,
    meaning: field.meaning,
    depth,
    keeps: field.privacy !== undefined,
    ...(field.once ? { once: field.once } : {}),
    ...(field.long ? { long: field.long } : {}),
    ...(field.codes ? { isCode: true as const } : {}),
    ...(field.since === undefined ? {} : { since: field.since }),
  };
}

function computedColumns(operation: Recorded, { computed = {} }: Table): readonly Column[] {
  return Object.entries(computed).map(([id, rule]) => ({ ...computedColumn(operation, id, rule), computed: rule }));
}

function computedColumn(operation: Recorded, id: string, rule: Computed): Column {
  if (rule === 'field') return columnOf(id, recordShape(operation)[id] as Field, 0);
  if ('trait' in rule)
    return ownColumn(id, 'text', rule.trait === 'title' ? "The item's title." : 'Your SKU of the item.');
  const [price, other] = [headerOf(rule.gap), headerOf(rule.over).toLowerCase()];
  return ownColumn(id, 'ratio', `${price} divided by ${other}, minus 1. Blank without ${other}.`);
}

/** Columns that an order version does not have. */
export function columnsBeyond(operation: Recorded, withheld: ReadonlySet<Privacy>, version: number): readonly Column[] {
  return operation.tables
    .flatMap((table) => fieldColumns(operation, table, withheld))
    .filter(({ since }) => since !== undefined && since > version);
}

/** A second column with the code in words, for codes that the service sends without words. */
function namesColumn(column: Column, { codes, named }: Field): readonly Column[] {
  if (!named || !codes) return [];
  const id = `${column.id}Name`;
  const meaning = `${column.header} in words.`;
  return [{ ...column, id, header: headerOf(id), kind: 'text', meaning, names: { of: column.id, codes } }];
}

function datesOf(columns: readonly Column[]): number {
  return columns.filter(({ kind, once }) => !once && (kind === 'instant' || kind === 'day')).length;
}

function shapeAt(shape: Shape, names: readonly string[]): Shape {
  return names.reduce((inner, name) => {
    const member = inner[name];
    if (!member || !isList(member)) throw new Error(`"${name}" is not a list of the record.`);
    return member.of;
  }, shape);
}

/** A column that the add-on fills itself. */
export function ownColumn(id: string, kind: Kind, meaning: string, options: { hidden?: true } = {}): Column {
  return { id, header: headerOf(id), kind, meaning, depth: 0, keeps: false, ...options };
}

export const GONE_SINCE = ownColumn(
  'goneSince',
  'instant',
  'When the row disappeared from the marketplace. Blank: it still exists.',
);

/** This hidden column shows people the original of a date that was read wrongly. */
export const RAW_DATES = ownColumn('rawDates', 'text', 'Dates as the marketplace sent them.', { hidden: true });

export const AS_OF = ownColumn('asOf', 'instant', 'When these values were last read.');

/** This hidden column identifies a row even after sorting and retyping, and among rows with equal key columns. */
export const ROW_KEY = ownColumn('rowKey', 'id', 'ID of the row. Used by the add-on.', { hidden: true });

/** All columns of a table's sheet. A new sheet orders them with `inSheetOrder`. */
export function sheetColumns(
  operation: Recorded,
  table: Table,
  withheld: ReadonlySet<Privacy>,
  version?: number,
): readonly Column[] {
  const fields = fieldColumns(operation, table, withheld, version);
  if (table.typed) return opening(table, [...fields, ROW_KEY]);
  // An answer that lacks some dates, as of an older order version, must not overwrite `Raw dates`.
  const dates = datesOf(fields);
  return opening(table, [
    ...fields,
    ...computedColumns(operation, table),
    ...(table.gone ? [GONE_SINCE] : []),
    ...(table.appendOnly ? [] : [AS_OF]),
    ...(dates > 0 && dates === datesOf(fieldColumns(operation, table, withheld)) ? [RAW_DATES] : []),
    ROW_KEY,
  ]);
}

function opening({ opening }: Table, columns: readonly Column[]): readonly Column[] {
  if (!opening) return columns;
  return columns.map((column) => {
    const opens = opensOf(opening, column.id);
    return opens ? { ...column, opens } : column;
  });
}

/** How a new sheet shows a column. `Opening` explains the members. */
export interface Opens {
  /** Its place among the first columns, from 0. */
  readonly place?: number;
  readonly isFrozen?: true;
  readonly isFolded?: true;
  readonly isConstant?: true;
  readonly wraps?: true;
  readonly tones?: Tones | Tone;
  readonly offers?: readonly string[];
  readonly isShare?: true;
  readonly marks?: readonly (readonly [tone: Tone, when: string])[];
  readonly deadline?: { readonly column: string; readonly values: readonly number[] };
}

function opensOf(opening: Opening, id: string): Opens | undefined {
  const { frozen, first, folded, constant, wraps, tones, marks, offers, shares, deadlines } = opening;
  const place = [...frozen, ...first].indexOf(id);
  const [deadline] = Object.entries(deadlines?.[id] ?? {});
  const opens: Opens = {
    ...(place < 0 ? {} : { place }),
    ...(frozen.includes(id) ? { isFrozen: true } : {}),
    ...(folded.includes(id) ? { isFolded: true } : {}),
    ...(constant?.includes(id) ? { isConstant: true } : {}),
    ...(wraps?.includes(id) ? { wraps: true } : {}),
    ...(tones?.[id] ? { tones: tones[id] } : {}),
    ...(marks?.[id] ? { marks: marks[id] } : {}),
    ...(offers?.[id] ? { offers: offers[id] } : {}),
    ...(shares?.includes(id) ? { isShare: true as const } : {}),
    ...(deadline ? { deadline: { column: deadline[0], values: deadline[1] } } : {}),
  };
  return Object.keys(opens).length > 0 ? opens : undefined;
}

type Shown = Pick<Column, 'hidden' | 'opens'>;

/** The columns that people decide by come first, and hidden ones last. */
export function inSheetOrder<C extends Shown>(columns: readonly C[]): readonly C[] {
  const LAST = columns.length;
  const rank = (column: C) => column.opens?.place ?? (isHiddenAtFirst(column) ? LAST + 1 : LAST);
  return [...columns].sort((one, other) => rank(one) - rank(other));
}

export function isHiddenAtFirst({ hidden, opens }: Shown): boolean {
  return hidden === true || opens?.isFolded === true || opens?.isConstant === true;
}

/** Hides columns that were not chosen, except buyer data that the person turned on. */
export function asChosen(columns: readonly Column[], chosen: readonly string[] | undefined): readonly Column[] {
  if (!chosen || chosen.length === 0) return columns;
  return columns.map((column) => {
    if (column.keeps) return column;
    const { isFolded, isConstant, ...opens } = column.opens ?? {};
    return { ...column, opens: chosen.includes(column.id) ? opens : { ...opens, isFolded: true as const } };
  });
}
