/** Extracts formula help from the comments of custom functions. */
import type { FormulaHelp } from './wire.ts';

const DECLARATION = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*function\s+([A-Za-z][\w$]*)\s*\(/g;
const PARAM = /^@param\s+\{[^}]*\}\s+(\[?)([A-Za-z_$][\w$]*)\]?\s*(.*)$/;

export function formulaHelp(code: string): FormulaHelp[] {
  return [...code.matchAll(DECLARATION)]
    .filter(([, comment]) => /@customfunction\b/.test(comment!))
    .map(([, comment, name]) => helpOf(name!, comment!));
}

function helpOf(name: string, comment: string): FormulaHelp {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*\s?/, '').trim());
  const parameters = lines.flatMap((line) => {
    const found = PARAM.exec(line);
    return found ? [{ name: found[2]!, optional: found[1] === '[', description: found[3]! }] : [];
  });
  const description = lines.filter((line) => line !== '' && !line.startsWith('@')).join(' ');
  return { name, description, arguments: parameters };
}
