/** Which part of a dataset a job pulls, as people type it: `status = Unshipped; connection = My shop`. */
import { offeredStorefront } from '../protocol/connection.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Operation, Param } from '../protocol/operation.ts';
import { plainName, readParams } from '../protocol/params.ts';
import type { Dataset } from './datasets.ts';
import type { Job } from './job.ts';

/** Params that every job may have besides those of its dataset. */
const COMMON: Readonly<Record<string, Param>> = {
  connection: { type: 'text', meaning: 'Name of the connection.' },
  storefront: { type: 'text', meaning: 'Storefront.' },
};

/** Params by name, checked and in the service's spelling, or a sentence that says what to type instead. */
export function readFilter(dataset: Dataset, typed: string): Job['filter'] | string {
  const { operation, options = {} } = dataset;
  const params = namesIn(dataset);
  const input: Record<string, string> = {};
  for (const part of (typed.match(CONDITION) ?? []).map((each) => each.trim()).filter((each) => each !== '')) {
    const at = part.indexOf('=');
    if (at < 1)
      return `Filter: "${part}" is no condition; type a name, an equals sign and a value, such as ${example(params)}.`;
    const asked = part.slice(0, at).trim();
    const value = unquoted(part.slice(at + 1).trim());
    const name = nameOf(params, asked);
    if (name === undefined)
      return `Filter: ${operation.title} has no "${asked}"; it takes ${Object.keys(params).join(', ')}.`;
    if (name in input) return `Filter: "${name}" is there twice; put its values behind one equals sign.`;
    if (value === undefined)
      return `Filter: the quotation marks of "${name}" do not enclose its whole value; those inside are doubled.`;
    if (value === '') return `Filter: "${name}" has no value; type one behind the equals sign.`;
    input[name] = value;
  }
  try {
    const given = Object.entries(input);
    const chosen = given.filter(([name]) => name in options);
    for (const [name, value] of chosen) options[name]!(name, value);
    const asked = Object.fromEntries(given.filter(([name]) => !(name in options)));
    const { params: checked, ignored } = readParams({ ...operation, params }, asked);
    if (ignored.length > 0)
      return `Filter: "${ignored.join('", "')}" would have no effect beside the other conditions; take it out.`;
    const storefront = input.storefront && offeredStorefront(operation, input.storefront);
    return { ...checked, ...Object.fromEntries(chosen), ...(storefront ? { storefront } : {}) };
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return `Filter: ${error.message}`;
  }
}

/** A condition of a filter, as a person would type it. */
export function condition(name: string, value: string): string {
  return `${name} = ${/^"|[;\n]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value}`;
}

/** A condition: up to a semicolon or a line break outside of the quotation marks around its value. */
const CONDITION = /[^;\n=]*=\s*"(?:[^"]|"")*"[^;\n]*|[^;\n]+/g;

/** Undefined where the quotation marks do not go around the whole. */
function unquoted(value: string): string | undefined {
  if (!value.startsWith('"')) return value;
  return /^"(?:[^"]|"")*"$/.test(value) ? value.slice(1, -1).replace(/""/g, '"') : undefined;
}

/** By the field's own name, its header or its label. */
function nameOf(params: Operation['params'], typed: string): string | undefined {
  const word = plainName(typed);
  const names = Object.keys(params);
  return (
    names.find((name) => plainName(name) === word) ??
    names.find((name) => plainName(params[name]!.label ?? '') === word)
  );
}

/** Names that its filter may have. */
export function conditionsOf(dataset: Dataset): readonly string[] {
  return Object.keys(namesIn(dataset));
}

/** What a filter may name: nothing is required, because the strategy gives what is not there, and blanks stay blank. */
function namesIn({ operation, options, sets = [] }: Dataset): Operation['params'] {
  const params = Object.entries(operation.params).flatMap(([name, { required, otherwise, ...param }]) => {
    if (sets.includes(name)) return [];
    // Of what a pull is about a job may name several: it pulls one after the other.
    const isListed = required && param.type === 'text';
    return [[name, isListed ? { ...param, type: 'texts' as const } : param] as const];
  });
  const extra = Object.keys(options ?? {}).map((name) => [name, { type: 'text', meaning: '' }] as const);
  return { ...Object.fromEntries(params), ...Object.fromEntries(extra), ...COMMON };
}

function example(params: Operation['params']): string {
  const [name = '', param] = Object.entries(params)[0] ?? [];
  const [choice = '…'] = Object.values(param?.choices ?? {});
  return `${name} = ${choice}`;
}
