/** The top-level functions that Google sees: one line each around the bundle, with the help of the formulas. */
import type { AnyFormula } from '../formulas/formula.ts';

/** The bundle's one global. A name that ends with an underscore can be called neither from a cell nor from a page. */
export const GLOBAL = 'App_';

/** A plain entry point, such as a menu item or a trigger. */
export function entryStub(name: string): string {
  return `function ${name}() {\n  return ${GLOBAL}.${name}.apply(null, arguments);\n}\n`;
}

const RESULTS: Readonly<Record<AnyFormula['gives'], string>> = {
  table: 'A table with a header row.',
  values: 'One value for each identifier.',
  record: 'One value for each identifier, or a table with a header row.',
  state: 'How it stands.',
  check: 'A table with a header row.',
};

/** A custom function; the comment above it is what Sheets shows while a formula is typed. */
export function formulaStub(formula: AnyFormula): string {
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
    formula.gives === 'check'
      ? `  return ${GLOBAL}.checkFormula(arguments);`
      : `  return ${GLOBAL}.formula('${formula.name}', arguments);`,
    '}',
    '',
  ].join('\n');
}
