/** Wildcards in MATCH: `*` matches any characters, `?` matches one, and `~` escapes them and itself. */
import { registries } from '@odoo/o-spreadsheet';
import type { EngineArgument } from './custom-values.ts';
import type { EngineValue } from './formula-cell.ts';

type Compute = (this: unknown, ...args: EngineArgument[]) => unknown;

const { mapping } = registries.functionRegistry as unknown as { readonly mapping: Record<string, Compute> };

/** The engine reads `~~` as two characters, and every `~` literally if `*` and `?` are absent. */
export function readWildcards(): void {
  const match = mapping.MATCH!;
  mapping.MATCH = function (wanted, range, type) {
    const text = single(wanted);
    const isExact = type !== undefined && Number(single(type)) === 0;
    if (!isExact || typeof text !== 'string' || !/[*?~]/.test(text)) return match.call(this, wanted, range, type);
    const pattern = patternFor(text);
    const index = lineOf(range).findIndex(({ value }) => typeof value === 'string' && pattern.test(value));
    if (index >= 0) return { value: index + 1 };
    return { value: '#N/A', message: `Did not find value '${text}' in MATCH evaluation.` };
  };
}

function patternFor(text: string): RegExp {
  const source = text.replace(/~([*?~])|[\\^$.|+()[\]{}*?]/g, (each, itself?: string) =>
    itself === undefined ? ({ '*': '.*', '?': '.' }[each] ?? `\\${each}`) : itself.replace(/[*?]/, '\\$&'),
  );
  return new RegExp(`^${source}$`, 'isu');
}

function single(argument: EngineArgument): unknown {
  return Array.isArray(argument) ? argument[0]?.[0]?.value : argument?.value;
}

/** The cells of a single row or column. */
function lineOf(range: EngineArgument): readonly EngineValue[] {
  if (!Array.isArray(range)) return range ? [range] : [];
  return range.length === 1 ? range[0]! : range.map(([first]) => first!);
}
