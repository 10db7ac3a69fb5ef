/** The cap that a call counts for: seller, operation and calls an hour. */
import type { Connection } from './connection.ts';
import { isDemoAddress } from './demo-address.ts';
import type { Operation } from './operation.ts';
import { settingsWith } from './settings.ts';

export interface Capped {
  readonly seller: string;
  readonly operation: string;
  /** Calls an hour. */
  readonly cap: number;
  /** Its calls reach no network, so the platform counts none. */
  readonly isDemo?: true;
}

/** The documented cap, unless the connection says otherwise. */
export function cappedBy(
  { id, cap }: Pick<Operation, 'id' | 'cap'>,
  { sellerId, baseUrl, settings }: Pick<Connection, 'sellerId' | 'baseUrl' | 'settings'>,
): Capped {
  const own = capsIn(settingsWith(settings).caps).find(([name]) => name === id)?.[1];
  return {
    ...{ seller: sellerId, operation: id, cap: own ?? cap },
    ...(isDemoAddress(baseUrl) ? { isDemo: true as const } : {}),
  };
}

/** The pairs in a setting such as `orders 600, price-history 300`. */
export function capsIn(text: string): readonly (readonly [operation: string, cap: number])[] {
  return text
    .split(',')
    .map((pair) => pair.trim().split(/\s+/))
    .flatMap(([name, cap]) => (name && cap ? [[name, Number(cap)] as const] : []));
}
