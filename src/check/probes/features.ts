import type { Scratch } from '../check-sheets.ts';
import { NotAsked, type Probe, refusalOf } from '../probe.ts';

/** Scripts can't convert sheets to tables, so the user adds this sheet. */
const TYPED = 'Typed columns';

export const featureProbes: readonly Probe<Scratch>[] = [
  {
    id: 'sheet-sort-filtered',
    what: 'Sorting a filtered range either moves hidden rows with the others or leaves them in place',
    expected: {
      anyOf: [
        [4, 3, 2, 1],
        [3, 2, 1, 4],
      ],
    },
    otherwise: 'Clear filters before you sort tables, and send us this report.',
    ask: ({ block }) => {
      const cells = block(5, 1).setValues([['n'], [1], [3], [2], [4]]);
      const hides = SpreadsheetApp.newFilterCriteria().setHiddenValues(['4']).build();
      const filter = cells.createFilter().setColumnFilterCriteria(cells.getColumn(), hides);
      try {
        const below = cells.offset(1, 0, 4, 1).sort({ column: cells.getColumn(), ascending: false });
        return below.getValues().flat() as number[];
      } finally {
        filter.remove();
      }
    },
  },
  {
    id: 'sheet-typed-columns',
    what: 'A sheet with typed columns rejects number formats but accepts values',
    expected: ['refused: Exception', 'accepted'],
    otherwise: "Do not convert the add-on's sheets to tables, and send us this report.",
    ask: ({ sheet }) => {
      const cell = sheet.getParent().getSheetByName(TYPED)?.getRange('A2');
      if (!cell)
        throw new NotAsked(
          `To check this, add a sheet "${TYPED}" with a header and numbers in column A, choose Format ▸ Convert to table, and run the check again.`,
        );
      const format = refusalOf(() => {
        cell.setNumberFormat('0.00');
        SpreadsheetApp.flush();
      });
      const value = refusalOf(() => {
        cell.setValue(cell.getValue());
        SpreadsheetApp.flush();
      });
      return [format.seen, value.seen];
    },
  },
  {
    id: 'sheet-chart',
    what: 'A chart with columns and a line, each with its own axis, can be created',
    expected: 'accepted',
    otherwise: 'The Today sheet has no charts, but its figures are complete.',
    ask: ({ block, sheet }) => {
      const cells = block(3, 3).setValues([
        ['day', 'sales', 'orders'],
        ['a', 10, 1],
        ['b', 20, 2],
      ]);
      const seen = refusalOf(() => {
        const chart = sheet
          .newChart()
          .setChartType(Charts.ChartType.COMBO)
          .setNumHeaders(1)
          .setPosition(1, 1, 0, 0)
          .setOption('title', 'Check')
          .setOption('colors', ['#1a73e8', '#e8710a'])
          .setOption('legend', { position: 'top' })
          .setOption('series', { 0: { type: 'bars', targetAxisIndex: 0 }, 1: { type: 'line', targetAxisIndex: 1 } })
          .setOption('vAxes', { 0: { title: 'Sales', minValue: 0 }, 1: { title: 'Orders', minValue: 0 } })
          .setHiddenDimensionStrategy(Charts.ChartHiddenDimensionStrategy.SHOW_BOTH)
          .addRange(cells)
          .build();
        sheet.insertChart(chart);
        SpreadsheetApp.flush();
      });
      for (const chart of sheet.getCharts()) sheet.removeChart(chart);
      return seen;
    },
  },
];
