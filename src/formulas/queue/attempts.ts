/** What came of asking: which items a leader has tried, which operations met an error, and the breaker that all heed. */
import { MarketError } from '../../protocol/market-error.ts';
import type { Query } from '../query.ts';
import type { Asked } from './ask-batch.ts';
import type { Breaker } from './breaker.ts';
import { keepBreaker, mended, tripped, whyNot } from './breaker.ts';
import type { Ports } from './ports.ts';

export class Attempts {
  readonly #ports: Pick<Ports, 'cache' | 'clock'>;
  #breaker: Breaker;
  /** By key; nothing where all was done that can be. */
  readonly #tried = new Map<string, MarketError | undefined>();
  readonly #errors = new Map<Query['operation'], MarketError>();

  constructor(ports: Pick<Ports, 'cache' | 'clock'>, breaker: Breaker) {
    this.#ports = ports;
    this.#breaker = breaker;
  }

  mayAsk({ key, operation }: Query): boolean {
    return (
      !this.#tried.has(key) &&
      !this.#errors.has(operation) &&
      !whyNot(this.#breaker, operation, this.#ports.clock.now())
    );
  }

  /** Why an item was not answered; nothing where it was not tried. */
  whyNot({ key, operation }: Query): MarketError | undefined {
    return this.#tried.get(key) ?? this.#errors.get(operation);
  }

  /** `items` are of one operation. An error trips the breaker for it, and an answer mends it. */
  note(items: readonly Query[], { found, fatal, isCut }: Asked): void {
    const answered = new Set(found.map(({ item }) => item.key));
    for (const { key } of items) this.#tried.set(key, isCut && !answered.has(key) ? tooMuch() : undefined);
    const { operation } = items[0]!;
    if (fatal) this.#errors.set(operation, fatal);
    if (!fatal && !this.#breaker.trips[operation]) return;
    this.#breaker = fatal
      ? tripped(this.#breaker, operation, fatal, this.#ports.clock.now())
      : mended(this.#breaker, operation);
    keepBreaker(this.#ports.cache, this.#breaker);
  }
}

export function tooMuch(): MarketError {
  return new MarketError(
    'MARKET_TIMEOUT',
    'This is more than a formula can wait for; ask for less, or pull the table from the sidebar.',
  );
}
