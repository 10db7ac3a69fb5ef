/** Sheets in any state after a kill: add-on and user rows, complete, split, incomplete, or overwritten. */
import fc from 'fast-check';
import { type Cell, DATE_TIME, INCOMPLETE, TEXT_FORMAT } from '../../src/tables/cells.ts';
import { AS_OF, type Column, ROW_KEY } from '../../src/tables/columns.ts';
import type { Row } from '../../src/tables/rows.ts';
import { InMemoryBook, type InMemorySheet, inMemorySheet } from '../support/in-memory-book.ts';

export const THEN = Date.UTC(2025, 5, 16, 12);

const column = (id: string, kind: Column['kind']): Column => ({
  ...AS_OF,
  id,
  header: id,
  meaning: id,
  kind,
});
export const FIELDS = [
  column('name', 'text'),
  column('price', 'money'),
  column('sold', 'instant'),
  column('memo', 'text'),
];
/** An add-on column that is no longer requested. */
const EXTRA = column('extra', 'text');

interface Line {
  readonly kind: 'complete' | 'incomplete' | 'person' | 'blank';
  readonly key: number;
  readonly values: Readonly<Record<string, Cell>>;
  readonly formats: Readonly<Record<string, string>>;
  /** Columns with formulas typed by the user. */
  readonly typed: readonly string[];
  /** User columns in which this row has the same formula as other rows. */
  readonly own: readonly string[];
}

export interface Case {
  readonly hasAsOf: boolean;
  readonly layout: readonly string[];
  readonly missing: readonly string[];
  readonly lines: readonly Line[];
  readonly incoming: readonly Row[];
  readonly later: number;
}

const OWN = ['own 1', 'own 2'];
const field = {
  name: fc.constantFrom('', 'a', 'b', '=1'),
  price: fc.constantFrom<Cell>('', 1, 2),
  sold: fc.constantFrom<Cell>('', new Date(THEN - 1000), new Date(THEN - 2000)),
  memo: fc.constantFrom('', 'm', '007'),
};
const GIVEN = {
  name: '@',
  price: '#,##0.00',
  sold: DATE_TIME,
  memo: '@',
  [AS_OF.id]: DATE_TIME,
};
const line: fc.Arbitrary<Line> = fc.record({
  kind: fc.constantFrom('complete', 'complete', 'complete', 'incomplete', 'person', 'blank'),
  key: fc.integer({ min: 1, max: 6 }),
  values: fc.record({ ...field, extra: fc.constantFrom('', 'e') }),
  formats: fc.record({
    name: fc.constantFrom('@', '@', 'General'),
    price: fc.constantFrom('#,##0.00', '0.0', '@'),
    sold: fc.constantFrom('yyyy-mm-dd', 'd.m.yyyy'),
    memo: fc.constantFrom('@', '@', 'General'),
    [AS_OF.id]: fc.constantFrom('yyyy-mm-dd hh:mm:ss', 'd.m.yyyy'),
  }),
  typed: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray(['name', 'price', 'sold', 'memo'])),
  own: fc.oneof(fc.constant(OWN), fc.subarray(OWN)),
});

const value = {
  name: fc.constantFrom(null, 'a', 'b', '=1'),
  price: fc.constantFrom(null, 1, 2),
  sold: fc.constantFrom(null, { at: THEN - 1000, text: '' }, { at: THEN - 3000, text: '' }),
  memo: fc.constantFrom(null, 'm', '007'),
};

/** Gives incomplete rows the formats of complete rows and no user formulas. */
function withTornLikeWhole(lines: readonly Line[]): readonly Line[] {
  const formats = lines.findLast(({ kind }) => kind === 'complete')?.formats ?? GIVEN;
  return lines.map((each) => (each.kind === 'incomplete' ? { ...each, own: [], formats } : each));
}

export const cases: fc.Arbitrary<Case> = fc
  .record({
    hasAsOf: fc.boolean(),
    order: fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
    isMixed: fc.boolean(),
    missing: fc.subarray(['price', 'memo', 'extra']),
    lines: fc.array(line, { maxLength: 8 }).map(withTornLikeWhole),
    incoming: fc.uniqueArray(fc.record({ key: fc.integer({ min: 1, max: 9 }), values: fc.record(value) }), {
      selector: ({ key }) => key,
      minLength: 1,
      maxLength: 7,
    }),
    later: fc.constantFrom(0, 60_000),
  })
  .map(({ hasAsOf, order, isMixed, missing, lines, incoming, later }) => {
    const ours = [...FIELDS.map(({ id }) => id), EXTRA.id, ...(hasAsOf ? [AS_OF.id] : []), ROW_KEY.id];
    const layout = [...ours];
    // The user either shuffled all columns or only inserted some.
    if (isMixed) layout.sort((one, other) => order[ours.indexOf(one)]! - order[ours.indexOf(other)]!);
    OWN.forEach((own, index) => {
      layout.splice(order[7 + index]! % (layout.length + 1), 0, own);
    });
    return {
      hasAsOf,
      layout: layout.filter((id) => !missing.includes(id)),
      missing,
      lines,
      incoming: incoming.map(({ key, values }) => ({ key: `k${key}`, values })),
      later,
    };
  });

export const columnsOf = ({ hasAsOf }: Case) => [...FIELDS, ...(hasAsOf ? [AS_OF] : []), ROW_KEY];

/** The workbook before the pull. */
export function bookOf({ layout, lines }: Case): { book: InMemoryBook; sheet: InMemorySheet } {
  const book = new InMemoryBook('UTC');
  const sheet = inMemorySheet('T', []);
  book.sheets.set('T', sheet);
  const headers = new Map([...FIELDS, EXTRA, AS_OF, ROW_KEY].map(({ id, header }) => [id, header]));
  sheet.cells = [layout.map((id) => headers.get(id) ?? id)];
  sheet.formats = [layout.map(() => TEXT_FORMAT)];
  layout.forEach((id, index) => {
    if (headers.has(id)) sheet.identities[index + 1] = id;
  });
  lines.forEach(({ kind, key, values, formats, typed, own }, index) => {
    const isOurs = kind === 'complete' || kind === 'incomplete';
    const isMarked = kind === 'incomplete';
    const cells: Readonly<Record<string, Cell>> = {
      ...values,
      [ROW_KEY.id]: isMarked ? `${INCOMPLETE}${key > 2 ? ' new' : ''}: k${key}` : `k${key}`,
      [AS_OF.id]: new Date(THEN),
    };
    const given: Readonly<Record<string, string>> = {
      ...formats,
      extra: TEXT_FORMAT,
      [ROW_KEY.id]: TEXT_FORMAT,
    };
    // Blank rows have default formats: new rows ignore existing formats, and formats of incomplete rows would be
    // mistaken for the user's.
    sheet.formats.push(layout.map((id) => (kind === 'blank' ? undefined : given[id]) ?? 'General'));
    sheet.cells.push(
      layout.map((id) => {
        if (kind === 'blank') return '';
        if (OWN.includes(id)) return own.includes(id) ? 'computed' : '';
        if (isOurs) return cells[id]!;
        return id === 'name' ? 'Total' : '';
      }),
    );
    layout.forEach((id, position) => {
      if (OWN.includes(id) ? own.includes(id) : isOurs && typed.includes(id))
        sheet.formulas.set(
          `${index + 2} ${position + 1}`,
          OWN.includes(id) ? (isOurs ? '=R[0]C[1]' : '=R[0]C[2]') : '=1+1',
        );
    });
  });
  return { book, sheet };
}
