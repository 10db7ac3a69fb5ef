/**
 * Makes `Code.js`. Google reads all of it at the start of every execution, and most executions are formulas: what formulas
 * need is code. The rest is parts that stay comments until something calls them: V8 is through a comment in a tenth of the time.
 */
import { everyFormula } from '../formulas/functions/registry.ts';
import { commentOf, type Later, LINES_ABOVE_PART, type Part, READ_PART, readPart } from './parts.ts';
import { exportsOf, type Kind, scriptOf } from './script.ts';
import { entryStub, formulaStub } from './stubs.ts';

/** The functions that Google may call. */
const MAIN = './src/main.ts';
/** That of them which the stubs of formulas call. */
const FORMULA = 'formula';
/** That which the stub of `MARKET_CHECK` calls; it asks what all of the program counts on. */
const CHECK = 'checkFormula';

/** All but the formulas. */
const PROGRAM: Part = 'program_';

/** Few answers are XML. */
const XML: Later = { module: 'fast-xml-parser', part: 'xml_', exports: ['XMLParser'] };
/** Few formulas ask the demo shop; those that do wait for all of the program. */
const DEMO: Later = { module: '/demo-shop.ts', part: PROGRAM, exports: ['answerOfDemo', 'demoShop'] };

export interface Code {
  readonly text: string;
  /** Source maps by the name that stack traces give to the script. */
  readonly maps: Readonly<Record<string, string>>;
}

/** The names that Google and cells call stand readable at the top, with the help of the formulas. */
export async function codeOf(kind: Kind): Promise<Code> {
  const global = 'Formulas_';
  const names = (await exportsOf(kind, MAIN)).filter((name) => name !== FORMULA);
  const [formulas, program, xml] = await Promise.all([
    scriptOf(kind, global, exporting([FORMULA], MAIN), [XML, DEMO]),
    scriptOf(kind, PROGRAM, exporting(names, MAIN) + exporting(DEMO.exports, './src/google/demo-shop.ts'), [XML]),
    scriptOf(kind, XML.part, exporting(XML.exports, XML.module)),
  ]);
  const head = `${headOf(names, readPart(PROGRAM), global)}${READ_PART}\n`;
  return {
    text: head + formulas.text + commentOf(PROGRAM, program.text) + commentOf(XML.part, xml.text),
    maps: {
      'Code.js': below(head.split('\n').length - 1, formulas.map),
      [`${PROGRAM}.js`]: below(LINES_ABOVE_PART, program.map),
    },
  };
}

/** All of it as code: for a program that reads it, and for a Google that should not let a script run its texts. */
export async function wholeCodeOf(kind: Kind): Promise<Code> {
  const global = 'App_';
  const names = await exportsOf(kind, MAIN);
  const { text, map } = await scriptOf(kind, global, exporting(names, MAIN));
  const head = headOf(
    names.filter((name) => name !== FORMULA),
    global,
    global,
  );
  return { text: head + text, maps: { 'Code.js': below(head.split('\n').length - 1, map) } };
}

const exporting = (names: readonly string[], module: string) => `export { ${names.join(', ')} } from '${module}';\n`;

/** The directive and the stubs; `program` and `formulas` are expressions for what has the functions. */
function headOf(names: readonly string[], program: string, formulas: string): string {
  const stubs = [
    ...names.filter((name) => name !== CHECK).map((name) => entryStub(name, program)),
    ...everyFormula.map((formula) =>
      formula.gives === 'check'
        ? formulaStub(formula, `${program}.${CHECK}(arguments)`)
        : formulaStub(formula, `${formulas}.${FORMULA}('${formula.name}', arguments)`),
    ),
  ];
  return `"use strict";\n${stubs.join('\n')}\n`;
}

/** The map of a text that has so many lines above it. */
function below(lines: number, map: string): string {
  const { mappings, ...rest } = JSON.parse(map) as { mappings: string };
  return JSON.stringify({ ...rest, mappings: ';'.repeat(lines) + mappings });
}
