// Replaces chart types that files don't support.

import type { ChartOptions } from '../workbook/chart-options.ts';
import type { ChartData, Series, Source } from './chart-data.ts';

const numbers = ({ values }: Source) => values.filter((value): value is number => typeof value === 'number');
const titled = (title: string, values: number[]): Series => ({
  title: { values: [title] },
  values: { values },
});

/** Counts each series' numbers in buckets of equal width. */
export function histogram({ labels, series }: ChartData, options: ChartOptions): ChartData {
  const alone = labels !== undefined && numbers(labels).length > 0;
  const all = alone ? [{ title: undefined, values: labels }, ...series] : series;
  const drawn = all.flatMap(({ values }) => numbers(values));
  if (drawn.length === 0) return { labels: undefined, series: [] };
  const [least, most] = [
    drawn.reduce((one, other) => Math.min(one, other)),
    drawn.reduce((one, other) => Math.max(one, other)),
  ];
  const size =
    options.number('histogram.bucketSize') ?? niceStep((most - least) / Math.ceil(Math.log2(drawn.length) + 1));
  const first = Math.floor(least / size);
  const count = Math.floor(most / size) - first + 1;
  const steps = Array.from({ length: count }, (_, step) => (first + step) * size);
  return {
    labels: { values: steps.map((step) => `${tidy(step)} – ${tidy(step + size)}`) },
    series: all.map(({ title, values }) => {
      const counts = steps.map(() => 0);
      for (const number of numbers(values)) counts[Math.floor(number / size) - first]! += 1;
      return { title, values: { values: counts } };
    }),
  };
}

function niceStep(rough: number): number {
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough * (1 - 1e-9))!;
}

const tidy = (value: number) => Number(value.toPrecision(12));

/** Stacked bars: increases and decreases on an invisible base. */
export function waterfall({ labels, series }: ChartData): ChartData {
  const bases: number[] = [];
  const rises: number[] = [];
  const falls: number[] = [];
  let total = 0;
  for (const value of series[0]?.values.values ?? []) {
    const change = typeof value === 'number' ? value : 0;
    bases.push(Math.min(total, total + change));
    rises.push(Math.max(0, change));
    falls.push(Math.max(0, -change));
    total += change;
  }
  return {
    // The computed series don't refer to cells, so the labels needn't either.
    labels: labels && { values: labels.values },
    series: [titled('', bases), titled('Increase', rises), titled('Decrease', falls)],
  };
}
