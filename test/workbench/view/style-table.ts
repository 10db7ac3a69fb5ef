/** Numbers cell styles so that cells carry only an index. 0 means no style. */
import type { WireStyle } from '../wire.ts';

export class StyleTable {
  readonly styles: WireStyle[] = [{}];
  readonly #indexes = new Map<string, number>([['{}', 0]]);

  /** `style` must have its keys in a fixed order. */
  indexOf(style: WireStyle): number {
    const key = JSON.stringify(style);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.styles.push(style);
    this.#indexes.set(key, this.styles.length - 1);
    return this.styles.length - 1;
  }
}
