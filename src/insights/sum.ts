/** One number of each of many, added up. */

export function sum<K extends string>(all: readonly { readonly [key in K]: number }[], of: K): number {
  return all.reduce((total, each) => total + each[of], 0);
}
