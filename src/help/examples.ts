/** The examples of formulas as they work in a workbook: what they ask for stands in one of its tables. */
import type { AnyFormula } from '../formulas/formula.ts';
import { everyFormula } from '../formulas/functions/registry.ts';
import { operations } from '../operations/registry.ts';
import { argumentError } from '../protocol/market-error.ts';
import { columnLetters } from '../tables/formula-text.ts';
import type { TabledOperation } from '../tables/table.ts';

/** The column that has what a formula asks for. */
export interface ExampleSource {
  readonly table: string;
  readonly column: string;
}

/** Where that column stands in the workbook; positions count from 1. */
export interface ExamplePlace {
  readonly sheet: string;
  readonly position: number;
}

/** What the examples call the cell, or the cells, with the identifiers. */
const CELLS = /\bA(\d+)(?::A(\d+))?/;

/** Nothing where the example needs no cell. */
export function sourceOf(formula: AnyFormula): ExampleSource | undefined {
  if (!('operation' in formula) || !CELLS.test(formula.example)) return undefined;
  const { finds = [], tables }: TabledOperation = operations[formula.operation];
  const { param } = formula.arguments[0]!;
  const column = finds.find((each) => each.param === param)?.field ?? param!;
  return { table: 'table' in formula ? formula.table : tables[0]!.name, column };
}

/** The example as somebody would type it there. */
export function exampleAt({ example }: AnyFormula, place: ExamplePlace | undefined): string {
  if (!place) return example;
  const letters = columnLetters(place.position);
  return example.replace(
    CELLS,
    (_, from: string, to?: string) =>
      `${sheetName(place)}!${letters}${from}${to === undefined ? '' : `:${letters}${to}`}`,
  );
}

/** The whole column, or its cell in a row, as a formula that is dragged goes on naming it. */
export function columnAt(place: ExamplePlace, row?: string): string {
  const letters = `$${columnLetters(place.position)}`;
  return `${sheetName(place)}!${row === undefined ? `${letters}:${letters}` : `${letters}$${row}`}`;
}

function sheetName({ sheet }: ExamplePlace): string {
  return /^[A-Za-z]+$/.test(sheet) ? sheet : `'${sheet.replace(/'/g, "''")}'`;
}

/** Throws MARKET_ARGUMENT where there is none of that name. */
export function exampleNamed(name: unknown): AnyFormula {
  const found = everyFormula.find((formula) => formula.name === name);
  if (!found) throw argumentError(`There is no formula "${String(name)}"; reload the sidebar.`);
  return found;
}
