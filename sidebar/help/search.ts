/** Searches the help for entries that match all words. */
import type { Reference, TableHelp } from '../../src/help/reference.ts';
import type { Question } from './questions.ts';

/** Stop words, ignored in searches. */
const COMMON = new Set(
  'what which who how where do does is are was has i me my of the a an to for with and since'.split(' '),
);

export interface HelpContent extends Omit<Reference, 'examples'> {
  readonly questions: readonly Question[];
}

/** Returns matching help. Tables whose name matches keep all columns; others keep only matching columns. */
export function found({ questions, formulas, errors, tables }: HelpContent, typed: string): HelpContent {
  const all = typed.toLowerCase().split(/[\s?,]+/);
  const telling = all.filter((word) => !COMMON.has(word));
  const words = telling.length > 0 ? telling : all;
  const has = (...texts: readonly string[]) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return {
    questions: questions.filter(({ asks, answer, words = '' }) => has(asks, answer, words)),
    formulas: formulas.filter((each) => has(each.name, each.summary, ...each.arguments.flat())),
    errors: errors.filter(({ code, means, todo }) => has(code, means, todo)),
    tables: tables.flatMap((table): readonly TableHelp[] => {
      const { name, about, columns } = table;
      if (has(name)) return [table];
      const own = columns.filter(({ header, meaning }) => has(header, meaning));
      if (own.length > 0) return [{ ...table, columns: own }];
      if (has(name, about)) return [table];
      const beside = columns.filter(({ header, meaning }) => has(name, header, meaning));
      return beside.length > 0 ? [{ ...table, columns: beside }] : [];
    }),
  };
}
