import { type Field, isList, type Kind, type Privacy, recordShape, type Shape } from '../protocol/fields.ts';
import { headerOf } from './header.ts';
import type { Computed, Opening, Recorded, Table, Tone, Tones } from './table.ts';

export interface Column {
  /** The field's name, unique in the table. */
  readonly id: string;
  readonly header: string;
  readonly kind: Kind;
  readonly meaning: string;
  /** Nesting depth of the field in the record. */
  readonly depth: number;
  /** A blank from the service doesn't overwrite the cell. The service stops sending buyer data after a while. */
  readonly isPrivate: boolean;
  /** See `Field`. */
  readonly once?: true;
  readonly long?: string;
  /** For internal use. */
  readonly hidden?: true;
  /** `cells`: users can edit existing rows. `rows`: users can also add rows. Plain text preserves `007` and `3-4`. */
  readonly typed?: 'cells' | 'rows';
  /** See `Table.formulas`. */
  readonly isFormula?: true;
  /** Shows the codes of another column as text. */
  readonly names?: { readonly of: string; readonly codes: Readonly<Record<string, string>> };
  /** Values are codes, even if numeric. */
  readonly isCode?: true;
  /** Minimum order version. */
  readonly since?: number;
  /** Derived from other columns. Filling it in doesn't count as a change. */
  readonly computed?: Computed;
  readonly opens?: Opens;
}

/** Returns a table's fields in order, except withheld fields and fields that require a newer order version. */
export function fieldColumns(
  operation: Recorded,
  table: Table,
  withheld: ReadonlySet<Privacy>,
  version = Number.POSITIVE_INFINITY,
): readonly Column[] {
  const columns = new Map<string, Column>();
  // Users can add rows if they can edit a key column.
  const typed = table.key.some((id) => table.typed?.includes(id)) ? 'rows' : 'cells';
  const record = recordShape(operation);
  for (const path of table.columns) {
    const names = path.split('.');
    const name = names.pop()!;
    const shape = shapeAt(record, names);
    const fields = name === '*' ? Object.keys(shape).filter((each) => !isList(shape[each]!)) : [name];
    for (const id of fields) {
      const field = shape[id] as Field;
      if (columns.has(id) || (field.privacy && withheld.has(field.privacy))) continue;
      if (field.since !== undefined && field.since > version) continue;
      const column: Column = {
        ...columnOf(id, field, names.length),
        ...(table.typed?.includes(id) ? { typed } : {}),
        ...(table.formulas?.includes(id) ? { isFormula: true as const } : {}),
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
    isPrivate: field.privacy !== undefined,
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
    return ownColumn(id, 'text', rule.trait === 'title' ? "The item's title." : 'Your SKU for the item.');
  const [price, other] = [headerOf(rule.gap), headerOf(rule.over).toLowerCase()];
  return ownColumn(id, 'ratio', `${price} divided by ${other}, minus 1. Blank if ${other} is blank.`);
}

/** Returns columns that require an order version newer than `version`. */
export function columnsBeyond(operation: Recorded, withheld: ReadonlySet<Privacy>, version: number): readonly Column[] {
  return operation.tables
    .flatMap((table) => fieldColumns(operation, table, withheld))
    .filter(({ since }) => since !== undefined && since > version);
}

/** Returns a text column for codes that the service sends without text. */
function namesColumn(column: Column, { codes, named }: Field): readonly Column[] {
  if (!named || !codes) return [];
  const id = `${column.id}Name`;
  const meaning = `${column.header} as text.`;
  return [{ ...column, id, header: headerOf(id), kind: 'text', meaning, names: { of: column.id, codes } }];
}

function datesOf(columns: readonly Column[]) {
  return columns.filter(({ kind, once }) => !once && (kind === 'instant' || kind === 'day')).length;
}

function shapeAt(shape: Shape, names: readonly string[]) {
  return names.reduce((inner, name) => {
    const member = inner[name];
    if (!member || !isList(member)) throw new Error(`"${name}" is not a list in the record.`);
    return member.of;
  }, shape);
}

/** Defines a column that isn't filled from a service field. */
export function ownColumn(id: string, kind: Kind, meaning: string, options: { hidden?: true } = {}): Column {
  return { id, header: headerOf(id), kind, meaning, depth: 0, isPrivate: false, ...options };
}

export const GONE_SINCE = ownColumn(
  'goneSince',
  'instant',
  'When the row disappeared from the marketplace. Blank: it still exists.',
);

/** Hidden. Preserves the original dates, in case one is misread. */
export const RAW_DATES = ownColumn('rawDates', 'text', 'Original dates from the marketplace.', { hidden: true });

export const AS_OF = ownColumn('asOf', 'instant', 'When these values were last read.');

/** Hidden. Identifies rows after users sort or edit them, and distinguishes rows with equal key columns. */
export const ROW_KEY = ownColumn('rowKey', 'id', 'Row ID. Used by the add-on.', { hidden: true });

/** Returns all columns of a table's sheet. New sheets use `inSheetOrder`. */
export function sheetColumns(
  operation: Recorded,
  table: Table,
  withheld: ReadonlySet<Privacy>,
  version?: number,
): readonly Column[] {
  const fields = fieldColumns(operation, table, withheld, version);
  if (table.typed) return opening(table, [...fields, ROW_KEY]);
  // Responses for older order versions lack some dates. Don't let them overwrite `Raw dates`.
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

/** A column's layout in a new sheet. See `Opening`. */
export interface Opens {
  /** 0-based position among the columns that come first. */
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

/** Puts important columns first and hidden columns last. */
export function inSheetOrder<C extends Shown>(columns: readonly C[]): readonly C[] {
  const LAST = columns.length;
  const rank = (column: C) => column.opens?.place ?? (isHiddenAtFirst(column) ? LAST + 1 : LAST);
  return [...columns].sort((one, other) => rank(one) - rank(other));
}

export function isHiddenAtFirst({ hidden, opens }: Shown): boolean {
  return hidden === true || opens?.isFolded === true || opens?.isConstant === true;
}

/** Hides all columns except the chosen ones and buyer data. */
export function asChosen(columns: readonly Column[], chosen: readonly string[] | undefined): readonly Column[] {
  if (!chosen || chosen.length === 0) return columns;
  return columns.map((column) => {
    if (column.isPrivate) return column;
    const { isFolded, isConstant, ...opens } = column.opens ?? {};
    return { ...column, opens: chosen.includes(column.id) ? opens : { ...opens, isFolded: true as const } };
  });
}
