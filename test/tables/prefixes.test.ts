/** Wherever a run ends, each row is old, new or marked, nothing of the person is touched, and the next run mends all. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, INCOMPLETE, TEXT_FORMAT, toCell } from '../../src/tables/cells.ts';
import { AS_OF, type Column, ROW_KEY } from '../../src/tables/columns.ts';
import { openTable, type TablePlan } from '../../src/tables/plan.ts';
import type { Row } from '../../src/tables/rows.ts';
import { planRows } from '../../src/tables/upsert.ts';
import { runs } from '../effort.ts';
import { PaperBook, type PaperSheet, paperSheet } from './paper-book.ts';

const THEN = Date.UTC(2025, 5, 16, 12);

const column = (id: string, kind: Column['kind']): Column => ({
  ...AS_OF,
  id,
  header: id,
  meaning: id,
  kind,
});
const FIELDS = [
  column('name', 'text'),
  column('price', 'money'),
  column('sold', 'instant'),
  column('memo', 'text'),
];
/** A column of ours that was asked for once, and is not any more. */
const EXTRA = column('extra', 'text');

interface Line {
  readonly kind: 'whole' | 'torn' | 'person' | 'blank';
  readonly key: number;
  readonly values: Readonly<Record<string, Cell>>;
  readonly formats: Readonly<Record<string, string>>;
  /** Columns with a formula that the person typed. */
  readonly typed: readonly string[];
  /** The person's own columns with the same formula as in other rows. */
  readonly own: readonly string[];
}

interface Case {
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
const line: fc.Arbitrary<Line> = fc.record({
  kind: fc.constantFrom('whole', 'whole', 'whole', 'torn', 'person', 'blank'),
  key: fc.integer({ min: 1, max: 6 }),
  values: fc.record({ ...field, extra: fc.constantFrom('', 'e') }),
  formats: fc.record({
    name: fc.constantFrom('@', '@', 'General'),
    price: fc.constantFrom('#,##0.00', '0.0', '@'),
    sold: fc.constantFrom('yyyy-mm-dd', 'd.m.yyyy'),
    memo: fc.constantFrom('@', '@', 'General'),
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

const cases: fc.Arbitrary<Case> = fc
  .record({
    hasAsOf: fc.boolean(),
    order: fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
    isMixed: fc.boolean(),
    missing: fc.subarray(['price', 'memo', 'extra']),
    // A run fills no formulas into rows that it leaves, unless others have them.
    lines: fc.array(
      line.map((each) => (each.kind === 'torn' ? { ...each, own: [] } : each)),
      { maxLength: 8 },
    ),
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
    // Either the person has moved everything, or only put columns in between.
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

const columnsOf = ({ hasAsOf }: Case) => [...FIELDS, ...(hasAsOf ? [AS_OF] : []), ROW_KEY];

/** The workbook as it is before. */
function bookOf({ layout, lines, hasAsOf }: Case): { book: PaperBook; sheet: PaperSheet } {
  const book = new PaperBook('UTC');
  const sheet = paperSheet('T', []);
  book.sheets.set('T', sheet);
  const headers = new Map([...FIELDS, EXTRA, AS_OF, ROW_KEY].map(({ id, header }) => [id, header]));
  sheet.cells = [layout.map((id) => headers.get(id) ?? id)];
  sheet.formats = [layout.map(() => TEXT_FORMAT)];
  layout.forEach((id, index) => {
    if (headers.has(id)) sheet.identities[index + 1] = id;
  });
  lines.forEach(({ kind, key, values, formats, typed, own }, index) => {
    const isOurs = kind === 'whole' || kind === 'torn';
    const isMarked = kind === 'torn';
    const cells: Readonly<Record<string, Cell>> = {
      ...values,
      [ROW_KEY.id]:
        isMarked && (!hasAsOf || key > 4) ? `${INCOMPLETE}${key > 2 ? ' new' : ''}: k${key}` : `k${key}`,
      [AS_OF.id]: isMarked ? INCOMPLETE : new Date(THEN),
    };
    const given: Readonly<Record<string, string>> = {
      ...formats,
      extra: TEXT_FORMAT,
      [ROW_KEY.id]: TEXT_FORMAT,
      [AS_OF.id]: 'yyyy-mm-dd hh:mm:ss',
    };
    sheet.formats.push(layout.map((id) => given[id] ?? 'General'));
    sheet.cells.push(
      layout.map((id) => {
        if (kind === 'blank') return '';
        if (OWN.includes(id)) return own.includes(id) ? 'computed' : '';
        if (isOurs) return cells[id]!;
        return id === 'name' ? 'Total' : '';
      }),
    );
    layout.forEach((id, place) => {
      if (OWN.includes(id) ? own.includes(id) : isOurs && typed.includes(id))
        sheet.formulas.set(
          `${index + 2} ${place + 1}`,
          OWN.includes(id) ? (isOurs ? '=R[0]C[1]' : '=R[0]C[2]') : '=1+1',
        );
    });
  });
  return { book, sheet };
}

/** Column ids by position. */
function idsOf({ opened }: TablePlan): ReadonlyMap<number, string> {
  return new Map([...opened.contents.places].map(([id, place]) => [place, id]));
}

/** Makes missing columns and takes so many steps; what is written must be what the cell then holds. */
function take(
  book: PaperBook,
  sheet: PaperSheet,
  { opened: { header }, steps }: TablePlan,
  count: number,
): void {
  if (header) sheet.addColumns(header.at, header.columns);
  for (const step of steps.slice(0, count)) {
    if ('fill' in step) {
      sheet.fill(step.fill);
      continue;
    }
    sheet.write(step.write);
    const { row, column, values } = step.write;
    values.forEach((cells, down) => {
      cells.forEach((cell, across) => {
        const format = sheet.formats[row + down - 1]?.[column + across - 1] ?? 'General';
        const isMark = String(cell).startsWith(INCOMPLETE);
        if (cell !== '' && !isMark)
          expect(format === TEXT_FORMAT, `${String(cell)} as ${format}`).toBe(typeof cell === 'string');
      });
    });
  }
  void book;
}

/** Cells as text, formulas before what they show. */
function pictureOf(sheet: PaperSheet): string[][] {
  return sheet.read().map((cells, down) =>
    cells.map((cell, across) => {
      const shown = cell instanceof Date ? cell.toISOString() : JSON.stringify(cell);
      return sheet.formulas.get(`${down + 1} ${across + 1}`) ?? shown;
    }),
  );
}

function planOf(given: Case, book: PaperBook): TablePlan {
  return planRows(openTable(book, 'T', columnsOf(given)), given.incoming, THEN + given.later, 'UTC');
}

function after(given: Case, count: number) {
  const { book, sheet } = bookOf(given);
  const plan = planOf(given, book);
  take(book, sheet, plan, count);
  return { book, sheet, plan, picture: pictureOf(sheet) };
}

const bounds = { numRuns: runs(400, 10_000) };

test('each row is old, new or marked after every step', () => {
  fc.assert(
    fc.property(cases, (given) => {
      const old = after(given, 0);
      const { plan, picture: whole } = after(given, Number.POSITIVE_INFINITY);
      const ids = whole[0]!.map((_, index) => idsOf(plan).get(index + 1));
      const [asOf, key] = [ids.indexOf(AS_OF.id), ids.indexOf(ROW_KEY.id)];
      const changed = new Map(plan.changes.map((change) => [change.row, change]));
      for (let count = 1; count < plan.steps.length; count++) {
        const { picture } = after(given, count);
        whole.forEach((cells, index) => {
          const stood = (place: number) => old.picture[index]?.[place] ?? '""';
          const is = (place: number) => picture[index]?.[place] ?? '""';
          const change = changed.get(index + 1);
          const places = cells.map((_, place) => place);
          const all = (wanted: (place: number) => string, but?: number) =>
            places.every((place) => place === but || !ids[place] || is(place) === wanted(place));
          const at = `row ${index + 1} after ${count} of ${plan.steps.length} steps: ${JSON.stringify(picture[index])}`;
          for (const place of places)
            if (!ids[place] && is(place) !== stood(place))
              expect([change !== undefined, stood(place), is(place)], at).toEqual([true, '""', cells[place]]);
          const isMarked = [asOf, key].some((place) => is(place).startsWith(`"${INCOMPLETE}`));
          if (all(stood) || (change && isMarked)) return;
          // When the row was read may come after all else.
          expect(
            all((place) => cells[place]!) || (!change?.isNew && all((place) => cells[place]!, asOf)),
            at,
          ).toBe(true);
          for (const place of places) if (!ids[place]) expect(is(place), at).toBe(cells[place]);
        });
      }
    }),
    bounds,
  );
});

test('all of them end as they came, and beside them nothing is changed', () => {
  fc.assert(
    fc.property(cases, (given) => {
      const { picture: stood } = after(given, 0);
      const { plan, picture, sheet } = after(given, Number.POSITIVE_INFINITY);
      const placeOf = (id: string) => [...idsOf(plan)].find(([, each]) => each === id)![0] - 1;
      const coming = new Map(given.incoming.map(({ key, values }) => [key, values]));
      const keys = sheet.cells.map((cells) => String(cells[placeOf(ROW_KEY.id)]));
      sheet.cells.forEach((cells, index) => {
        const values = coming.get(keys[index]!);
        if (index === 0 || !values) {
          expect(picture[index]).toEqual(stood[index] ?? picture[index]!.map(() => '""'));
          return;
        }
        for (const { id } of FIELDS)
          expect(cells[placeOf(id)] ?? '').toEqual(toCell(values[id] ?? null, 'UTC'));
        if (given.hasAsOf) expect(cells[placeOf(AS_OF.id)]).toEqual(new Date(THEN + given.later));
      });
      expect(keys).toEqual(expect.arrayContaining([...coming.keys()]));
    }),
    bounds,
  );
});

test('the next run mends what one left that ended after any step', () => {
  fc.assert(
    fc.property(cases, (given) => {
      const { plan, picture } = after(given, Number.POSITIVE_INFINITY);
      for (let count = 0; count < plan.steps.length; count++) {
        const { book, sheet } = after(given, count);
        take(book, sheet, planOf(given, book), Number.POSITIVE_INFINITY);
        expect(pictureOf(sheet), `ended after ${count} of ${plan.steps.length} steps`).toEqual(picture);
      }
    }),
    bounds,
  );
});
