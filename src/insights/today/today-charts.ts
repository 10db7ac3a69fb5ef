/** The three charts of Today: made once over blocks of the sheet behind it, and the person's from then on. */
import { BANDS, DAYS, type DataColumn, dataColumn, TODAY_DATA } from './data-places.ts';
import type { LaidChart } from './laid-sheets.ts';

const [BLUE, ORANGE, GREEN, RED] = ['#4285f4', '#e8710a', '#34a853', '#c5221f'];

/** In pixels: all three are seen at once beside the list. */
const [WIDTH, HEIGHT] = [640, 186];

/** One below the other from this column on, each at the first row below the one before. */
export function todayCharts(column: number, heights: readonly (number | undefined)[]): readonly LaidChart[] {
  const block = (from: DataColumn, to: DataColumn, rows: number) => ({
    of: TODAY_DATA,
    areas: [{ top: 1, bottom: rows + 1, left: dataColumn(from), right: dataColumn(to) }],
  });
  const charts: readonly Omit<LaidChart, 'at' | 'width' | 'height'>[] = [
    {
      ...block('day', 'value', DAYS),
      title: 'Orders and their value a day',
      isTwofold: true,
      colors: [BLUE, ORANGE],
      axes: ['Orders', 'Value'],
    },
    {
      ...block('adDay', 'acos', DAYS),
      title: 'Ad spend and ACoS a day',
      isTwofold: true,
      colors: [GREEN, RED],
      axes: ['Spend', 'ACoS'],
    },
    {
      ...block('band', 'bandOrders', BANDS.length + 1),
      title: 'Open orders by hours left',
      colors: [BLUE],
      axes: ['Orders'],
    },
  ];
  let row = 1;
  return charts.map((chart) => {
    const at = { row, column };
    for (let room = 0; room < HEIGHT && heights[row - 1] !== undefined; row++) room += heights[row - 1]!;
    return { ...chart, at, width: WIDTH, height: HEIGHT };
  });
}
