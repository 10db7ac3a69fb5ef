/** Mutants without an observable effect. */
import type { Mutant } from './mutant.ts';

/** Identified by source text, because line numbers change. */
export interface Explanation extends Pick<Mutant, 'file' | 'original' | 'replacement'> {
  readonly reason: string;
}

export const explained: readonly Explanation[] = [
  {
    file: 'src/tables/filldown.ts',
    original: 'index > 0',
    replacement: 'index >= 0',
    reason: 'The header has no key, and rows without a key are never copied from.',
  },
  {
    file: 'src/warehouse/export.ts',
    original: 'ports.clock.now() >= this.until',
    replacement: 'ports.clock.now() > this.until',
    reason: 'The export stops one millisecond later.',
  },
  {
    file: 'src/tables/moved.ts',
    original: 'steps.length > 0',
    replacement: 'true',
    reason: 'It only adds a read of a sheet that is not written afterward.',
  },
  {
    file: 'src/tables/catalog/identity.ts',
    original: 'conflict.subject.toLowerCase()',
    replacement: 'conflict.subject.toUpperCase()',
    reason: 'The text is only compared.',
  },
  {
    file: 'src/insights/findings/ad-kinds.ts',
    original: "(newest.sellerId ?? '').toLowerCase()",
    replacement: "(newest.sellerId ?? '').toUpperCase()",
    reason: 'The text is only compared.',
  },
  {
    file: 'src/insights/reports/reorder/outlook.ts',
    original: 'Math.abs(score) > FAR',
    replacement: 'Math.abs(score) >= FAR',
    reason: 'A score of exactly 2.5 has no meaning of its own.',
  },
  {
    file: 'src/tables/catalog/items.ts',
    original: 'seen.has(print)',
    replacement: 'false',
    reason: 'Reading an item twice gives the same facts, only slower.',
  },
  {
    file: 'src/formulas/prefetch/table-answers.ts',
    original: 'filters.every((param) => params[param] === undefined)',
    replacement: 'filters.some((param) => params[param] === undefined)',
    reason: 'Inventory is the only complete table, and it has one filter.',
  },
  {
    file: 'src/tables/purge.ts',
    original: 'guarded.length > 0',
    replacement: 'guarded.length >= 0',
    reason: 'It only reads a table without buyer data and changes nothing.',
  },
  {
    file: 'src/insights/reports/items-report.ts',
    original: "() => ''",
    replacement: '() => undefined',
    reason: "Only the items' sums are used.",
  },
  {
    file: 'src/tables/rows.ts',
    original: 'rules.length === 0',
    replacement: 'false',
    reason: 'Rows without computed columns are copied unchanged.',
  },
  {
    file: 'src/tables/log.ts',
    original: 'index < 0',
    replacement: 'index <= 0',
    reason: 'The header row has no run.',
  },
  {
    file: 'src/pull/stored-run.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'A run with a missing part is unreadable with either text.',
  },
  {
    file: 'src/insights/findings/write-findings.ts',
    original: 'before !== undefined',
    replacement: 'true',
    reason: 'It only reads more formulas: rows that are not in the sheet yet are always written.',
  },
  {
    file: 'src/insights/reports/reorder/forecast.ts',
    original: 'c * d - 1',
    replacement: 'c * d + 1',
    reason: 'The fraction is evaluated further than needed.',
  },
  {
    file: 'src/pull/identifiers.ts',
    original: 'unknown.length <= MOST_SINGLE_CALLS',
    replacement: 'unknown.length < MOST_SINGLE_CALLS',
    reason: 'At the limit, the same identifiers are chosen in another order.',
  },
  {
    file: 'src/insights/reports/reorder/outlook.ts',
    original: 'score > 0',
    replacement: 'score >= 0',
    reason: 'A score of 0 is no trend.',
  },
  {
    file: 'src/tables/row-order.ts',
    original: '/^R(\\[-?\\d+\\]|\\d+)?/',
    replacement: '/R(\\[-?\\d+\\]|\\d+)?/',
    reason: 'A reference has at most one R, at its beginning.',
  },
  {
    file: 'src/pull/remembered.ts',
    original: 'added.length > 0',
    replacement: 'added.length >= 0',
    reason: 'It only stores the same list again.',
  },
  {
    file: 'src/warehouse/export.ts',
    original: 'batch.length > 0',
    replacement: 'true',
    reason: 'Sending no pieces makes no call.',
  },
];

export function explanationOf(mutant: Mutant, all = explained): string | undefined {
  return all.find(
    ({ file, original, replacement }) =>
      file === mutant.file &&
      plain(original) === plain(mutant.original) &&
      plain(replacement) === plain(mutant.replacement),
  )?.reason;
}

function plain(code: string): string {
  return code.replace(/\s+/g, ' ');
}
