/** Records writes to sheets with a fixed layout; doesn't evaluate formulas. */
import type { Content, LaidChart, LaidSheets, Layout } from '../../src/insights/today/laid-sheets.ts';

export interface InMemoryLaidSheets extends LaidSheets {
  readonly layouts: Map<string, Layout>;
  /** Charts added to existing sheets. */
  readonly charts: (readonly [tab: string, chart: LaidChart])[];
  /** Current contents, by tab. */
  readonly cells: Map<string, Content[][]>;
  /** Writes since the list was cleared. */
  readonly writes: { tab: string; row: number; column: number; contents: readonly (readonly Content[])[] }[];
}

export function inMemoryLaidSheets(): InMemoryLaidSheets {
  const cells = new Map<string, Content[][]>();
  const ids = new Map<string, number>();
  let last = 0;
  const put = (tab: string, row: number, column: number, contents: readonly (readonly Content[])[]) => {
    const own = cells.get(tab)!;
    contents.forEach((line, down) => {
      const target = own[row - 1 + down] ?? [];
      own[row - 1 + down] = target;
      line.forEach((content, across) => {
        for (let at = target.length; at < column - 1 + across; at++) target[at] = '';
        // Google removes an apostrophe that keeps text from being parsed.
        target[column - 1 + across] = typeof content === 'string' ? content.replace(/^'/, '') : content;
      });
    });
  };
  const made: InMemoryLaidSheets = {
    layouts: new Map(),
    charts: [],
    cells,
    writes: [],
    idOf: (tab) => ids.get(tab),
    lay: (tab, layout) => {
      if (!ids.has(tab)) ids.set(tab, ++last);
      cells.set(tab, []);
      made.layouts.set(tab, layout);
      put(
        tab,
        1,
        1,
        layout.cells.map((line) => line.map(({ content }) => content)),
      );
    },
    addChart: (tab, chart) => {
      made.charts.push([tab, chart]);
      return true;
    },
    removeCharts: (tab, titles) => {
      const stays = made.charts.filter(([on, { title }]) => on !== tab || !titles.includes(title));
      made.charts.splice(0, made.charts.length, ...stays);
    },
    read: (tab) => cells.get(tab)!.map((line) => [...line]),
    write: (tab, row, column, contents) => {
      made.writes.push({ tab, row, column, contents });
      put(tab, row, column, contents);
    },
    formulaOf: (tab, row, column) => {
      const content = cells.get(tab)?.[row - 1]?.[column - 1];
      return typeof content === 'string' && content.startsWith('=') ? content : '';
    },
    remove: (tab) => {
      ids.delete(tab);
      cells.delete(tab);
    },
    recalculateHourly: () => undefined,
  };
  return made;
}
