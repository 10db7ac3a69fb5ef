/**
 * After a kill at any step, each row is old, new, or marked, the user's cells are unchanged, and the next run repairs
 * the rest.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPlans } from '../../src/tables/apply.ts';
import { INCOMPLETE, TEXT_FORMAT, toCell } from '../../src/tables/cells.ts';
import { AS_OF, ROW_KEY } from '../../src/tables/columns.ts';
import { openTable } from '../../src/tables/opened.ts';
import { planRows, type TablePlan } from '../../src/tables/plan.ts';
import { runs } from '../effort.ts';
import type { InMemoryBook, InMemorySheet } from '../support/in-memory-book.ts';
import { bookOf, type Case, cases, columnsOf, FIELDS, THEN } from './prefixes-cases.ts';

/**
 * Kills the execution when its step budget runs out. Checks that each written cell keeps its value under its number
 * format.
 */
function limit(sheet: InMemorySheet, budget: { steps: number }): void {
  const spending = <T>(take: (what: T) => void) => {
    return (what: T) => {
      if (budget.steps-- <= 0) throw new Ended();
      take(what);
    };
  };
  const { write } = sheet;
  sheet.fill = spending(sheet.fill);
  sheet.write = spending((block) => {
    write(block);
    const { row, column, values } = block;
    values.forEach((cells, down) => {
      cells.forEach((cell, across) => {
        const format = sheet.formats[row + down - 1]?.[column + across - 1] ?? 'General';
        if (cell !== '') expect(format === TEXT_FORMAT, `${String(cell)} as ${format}`).toBe(typeof cell === 'string');
      });
    });
  });
}

class Ended extends Error {}

/** Column IDs by position. */
function idsOf({ opened }: TablePlan): ReadonlyMap<number, string> {
  return new Map([...opened.contents.positions].map(([id, position]) => [position, id]));
}

/** Each cell's formula, or its value as a string. */
function pictureOf(sheet: InMemorySheet): string[][] {
  return sheet.read().map((cells, down) =>
    cells.map((cell, across) => {
      const shown = cell instanceof Date ? cell.toISOString() : JSON.stringify(cell);
      return sheet.formulas.get(`${down + 1} ${across + 1}`) ?? shown;
    }),
  );
}

function formatsOf(sheet: InMemorySheet): string[][] {
  return sheet.read().map((cells, down) => cells.map((_, across) => sheet.formats[down]?.[across] || 'General'));
}

function pull(given: Case, book: InMemoryBook): TablePlan {
  const plan = planRows(openTable(book, 'T', columnsOf(given)), given.incoming, THEN + given.later, 'UTC');
  try {
    applyPlans(book, [plan]);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
  return plan;
}

/** The sheet after `count` steps. */
function after(given: Case, count: number) {
  const { book, sheet } = bookOf(given);
  const budget = { steps: count };
  limit(sheet, budget);
  const plan = pull(given, book);
  const again = () => {
    budget.steps = Number.POSITIVE_INFINITY;
    pull(given, book);
    return sheet;
  };
  return { sheet, plan, picture: pictureOf(sheet), again };
}

const bounds = { numRuns: runs(25, 5000) };

test('after every step, each row is old, new, or marked', () => {
  fc.assert(
    fc.property(cases, (given) => {
      const old = after(given, 0);
      const { plan, picture: complete } = after(given, Number.POSITIVE_INFINITY);
      const ids = complete[0]!.map((_, index) => idsOf(plan).get(index + 1));
      const [asOf, key] = [ids.indexOf(AS_OF.id), ids.indexOf(ROW_KEY.id)];
      const changed = new Map(plan.changes.map((change) => [change.row, change]));
      for (let count = 1; count < plan.steps.length; count++) {
        const { picture } = after(given, count);
        complete.forEach((cells, index) => {
          const before = (position: number) => old.picture[index]?.[position] ?? '""';
          const is = (position: number) => picture[index]?.[position] ?? '""';
          const change = changed.get(index + 1);
          const positions = cells.map((_, position) => position);
          const all = (wanted: (position: number) => string, but?: number) =>
            positions.every((position) => position === but || !ids[position] || is(position) === wanted(position));
          const at = `row ${index + 1} after ${count} of ${plan.steps.length} steps: ${JSON.stringify(picture[index])}`;
          for (const position of positions)
            if (!ids[position] && is(position) !== before(position))
              expect([change !== undefined, before(position), is(position)], at).toEqual([true, '""', cells[position]]);
          const isMarked = is(key).startsWith(`"${INCOMPLETE}`);
          if (all(before) || (change && isMarked)) return;
          // The row's read time can be written last.
          expect(
            all((position) => cells[position]!) || (!change?.isNew && all((position) => cells[position]!, asOf)),
            at,
          ).toBe(true);
          for (const position of positions) if (!ids[position]) expect(is(position), at).toBe(cells[position]);
        });
      }
    }),
    bounds,
  );
});

test('a full run writes every returned row and no other cell', () => {
  fc.assert(
    fc.property(cases, (given) => {
      const { picture: before } = after(given, 0);
      const { plan, picture, sheet } = after(given, Number.POSITIVE_INFINITY);
      const positionOf = (id: string) => [...idsOf(plan)].find(([, each]) => each === id)![0] - 1;
      const coming = new Map(given.incoming.map(({ key, values }) => [key, values]));
      const keys = sheet.cells.map((cells) => String(cells[positionOf(ROW_KEY.id)]));
      sheet.cells.forEach((cells, index) => {
        const values = coming.get(keys[index]!);
        if (index === 0 || !values) {
          expect(picture[index]).toEqual(before[index] ?? picture[index]!.map(() => '""'));
          return;
        }
        for (const { id } of FIELDS) expect(cells[positionOf(id)] ?? '').toEqual(toCell(values[id] ?? null, 'UTC'));
        if (given.hasAsOf) expect(cells[positionOf(AS_OF.id)]).toEqual(new Date(THEN + given.later));
      });
      expect(keys).toEqual(expect.arrayContaining([...coming.keys()]));
    }),
    bounds,
  );
});

test('the next run repairs a run that was killed after any step', () => {
  fc.assert(
    fc.property(cases, (given) => {
      const { plan, picture, sheet } = after(given, Number.POSITIVE_INFINITY);
      for (let count = 0; count < plan.steps.length; count++) {
        const mended = after(given, count).again();
        const at = `ended after ${count} of ${plan.steps.length} steps`;
        expect(pictureOf(mended), at).toEqual(picture);
        expect(formatsOf(mended), at).toEqual(formatsOf(sheet));
      }
    }),
    bounds,
  );
});
