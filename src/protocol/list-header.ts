/** The header that people copy along with a column of identifiers: no value, whatever it is called. */
import type { Param } from './operation.ts';
import { plainName } from './plain-name.ts';

/** What a column of the values of a list may be called, as plain names; what is meant most likely comes first. */
export function headersOfList(name: string, { headers = [], label = '' }: Param): readonly string[] {
  const own = [name, label].flatMap((each) => [plainName(each), plainName(each).replace(/s$/, '')]);
  return [...new Set([...headers.map(plainName), ...own])].filter((each) => each !== '');
}

/** The values without a header above them, and that header; one that stands alone is a value. */
export function withoutHeader(
  values: readonly string[],
  headers: readonly string[],
): readonly [values: readonly string[], header: string | undefined] {
  const [first = '', ...others] = values;
  return others.length > 0 && headers.includes(plainName(first)) ? [others, first] : [values, undefined];
}
