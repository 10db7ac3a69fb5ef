/** Searches the help; all words must match. */
import type { Reference, TableHelp } from '../../src/help/reference.ts';

/** Matching help. A table whose name matches keeps all columns; otherwise only matching columns. */
export function found({ questions, formulas, errors, tables }: Reference, typed: string): Reference {
  const words = typed.toLowerCase().split(/\s+/);
  const has = (...texts: readonly string[]) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return {
    questions: questions.filter(({ asks, answer }) => has(asks, answer)),
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
