/** A table that keeps the elements of unchanged rows, so that updates don't disturb the reader. */
import { element } from './elements.ts';

export class Rows<T> {
  readonly table: HTMLTableElement;
  readonly #body = element('tbody');
  readonly #nothing: HTMLTableRowElement;
  readonly #known = new Map<number, { text: string; row: HTMLTableRowElement }>();
  readonly #number: (item: T) => number;
  readonly #cells: (item: T, zone: string) => (Node | string)[];

  constructor(
    caption: string,
    columns: readonly string[],
    number: (item: T) => number,
    cells: (item: T, zone: string) => (Node | string)[],
  ) {
    this.#number = number;
    this.#cells = cells;
    const headers = columns.map((name) => element('th', { scope: 'col', textContent: name }));
    const head = element('thead', {}, element('tr', {}, ...headers));
    const empty = element('td', { colSpan: columns.length, className: 'empty', textContent: 'No data yet.' });
    this.#nothing = element('tr', {}, empty);
    const title = element('caption', { className: 'visually-hidden', textContent: caption });
    this.table = element('table', {}, title, head, this.#body);
  }

  show(items: readonly T[], zone: string): void {
    const wanted = items.map((item) => {
      const [number, text] = [this.#number(item), JSON.stringify([item, zone])];
      const known = this.#known.get(number);
      if (known?.text === text) return known.row;
      const cells = this.#cells(item, zone).map((content) => element('td', {}, content));
      const row = element('tr', {}, ...cells);
      // Keep details open.
      if (known?.row.querySelector('details')?.open) row.querySelector('details')?.setAttribute('open', '');
      this.#known.set(number, { text, row });
      return row;
    });
    const numbers = new Set(items.map(this.#number));
    for (const number of this.#known.keys()) if (!numbers.has(number)) this.#known.delete(number);
    if (wanted.length === 0) wanted.push(this.#nothing);
    const shown = [...this.#body.children];
    if (wanted.length !== shown.length || wanted.some((row, index) => row !== shown[index]))
      this.#body.replaceChildren(...wanted);
  }
}
