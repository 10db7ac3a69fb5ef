/** The top-level functions that Google sees: one line each around the bundle, with the help of the formulas. */
import type { AnyFormula } from '../formulas/formula.ts';

/** A plain entry point, such as a menu item or a trigger; `holder` is an expression for what has it. */
export function entryStub(name: string, holder: string): string {
  return `function ${name}() {\n  return ${holder}.${name}.apply(null, arguments);\n}\n`;
}

const RESULTS: Readonly<Record<AnyFormula['gives'], string>> = {
  table: 'A table with a header row.',
  values: 'One value for each identifier.',
  record: 'One value for each identifier, or a table with a header row.',
  state: 'How it stands.',
  check: 'A table with a header row.',
};

/** A custom function that gives the expression's value; the comment above it is what Sheets shows while a formula is typed. */
export function formulaStub(formula: AnyFormula, value: string): string {
  const names = formula.arguments.map(({ name }) => name);
  const params = formula.arguments.map(
    ({ name, optional, help }) => ` * @param {any} ${optional ? `[${name}]` : name} ${help}`,
  );
  return [
    '/**',
    ` * ${formula.summary}`,
    ' *',
    ...params,
    ` * @return ${RESULTS[formula.gives]}`,
    ' * @customfunction',
    ' */',
    `function ${formula.name}(${names.join(', ')}) {`,
    `  return ${value};`,
    '}',
    '',
  ].join('\n');
}
