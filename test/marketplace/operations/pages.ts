import type { Members } from '../wire/members.ts';
import { invalid } from '../wire/refusal.ts';

export interface Page {
  index: number;
  size: number;
}

const FURTHEST = 2_147_483_647;

/** Absent members get the defaults; they are required if there are no defaults. */
export function readPage(body: Members, largest: number, defaults?: Page): Page {
  const index = body.whole('PageIndex', 1, FURTHEST) ?? defaults?.index;
  const size = body.whole('PageSize', 1, largest) ?? defaults?.size;
  if (index === undefined) throw invalid('PageIndex', '');
  if (size === undefined) throw invalid('PageSize', '');
  return { index, size };
}

export const pageInfo = (total: number, page: Page) => ({
  TotalCount: total,
  TotalPageCount: Math.ceil(total / page.size),
  PageSize: page.size,
  PageIndex: page.index,
});

export const pageOf = <T>(all: readonly T[], page: Page): T[] =>
  all.slice((page.index - 1) * page.size, page.index * page.size);

export function queryNumber(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < 1) throw invalid(name, text);
  return value;
}
