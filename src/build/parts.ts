/** Parts of the program that stay comments until they are called for. */
import type { Plugin } from 'esbuild';

/** The name of a function whose body is the part, as a comment; it can be called neither from a cell nor from a page. */
export type Part = 'program_' | 'xml_';

/** Functions and classes of a module that code reads with the part when it calls them. */
export interface Later {
  /** The end of the path by which the module is imported. */
  readonly module: string;
  readonly part: Part;
  readonly exports: readonly string[];
}

/** What would end the comment stands in it as this, which no part has. */
const END = '*/';
const ESCAPED = '*~/';

/** Goes into `Code.js` as it stands. */
export const READ_PART = `/** What a part exports. It is made at its first use, of the comment: a function's text is its source as it stands. */
function readPart_(part) {
  if (part.exports === undefined) part.exports = madeOf_(String(part));
  return part.exports;
}

function madeOf_(source) {
  const [begin, end] = [source.indexOf('/*') + 2, source.lastIndexOf('*/')];
  try {
    if (end < begin) throw new EvalError('A function is given without its comment');
    return new Function(source.slice(begin, end).split('${ESCAPED}').join('${END}'))();
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    throw new Error('Google lets this script run no text of its own. Install the files that "npm run build -- --whole --release" makes: they need none. (' + error.message + ')');
  }
}
`;

/** An expression for what the part exports. */
export function readPart(part: Part): string {
  return `readPart_(${part})`;
}

/** `script` makes one global of the part's name. */
export function commentOf(part: Part, script: string): string {
  if (script.includes(ESCAPED)) throw new Error(`The part ${part} has ${ESCAPED} in it: choose another escape`);
  const body = `"use strict";\n${script}return ${part};\n//# sourceURL=${part}.js`;
  return `function ${part}() {/*${body.split(END).join(ESCAPED)}*/}\n`;
}

/** Above the script in stack traces: the two lines that V8 writes around a function that is made of a text, and the directive. */
export const LINES_ABOVE_PART = 3;

/** In the place of the module come functions that read the part when they are called, or made with `new`. */
export function readLater({ module, part, exports }: Later): Plugin {
  const called = (name: string) => `export function ${name}(...args) {
    const real = ${readPart(part)}.${name};
    return new.target ? new real(...args) : real(...args);
  }`;
  const filter = new RegExp(`${module.replace(/\W/g, '\\$&')}$`);
  return {
    name: module,
    setup(builder) {
      builder.onResolve({ filter }, () => ({ path: module, namespace: 'later' }));
      builder.onLoad({ filter, namespace: 'later' }, () => ({ contents: exports.map(called).join('\n') }));
    },
  };
}
