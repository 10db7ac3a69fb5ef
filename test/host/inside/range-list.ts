// RangeList: the same change on several ranges.
import type { Range } from './range.ts';
import { notEmulated } from './strict.ts';

export function rangeList(ranges: Range[]): object {
  const list: object = new Proxy(
    { getRanges: () => ranges.slice() },
    {
      get(target, key, receiver) {
        if (typeof key === 'symbol' || key in target) return Reflect.get(target, key, receiver);
        if (!/^(set|clear)/.test(key) || key.endsWith('s')) return notEmulated(`RangeList.${key}`);
        return (...args: unknown[]) => {
          for (const range of ranges) range[key](...args);
          return list;
        };
      },
    },
  );
  return list;
}
