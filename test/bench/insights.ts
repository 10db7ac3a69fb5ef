/** What it takes to find what needs a person in a large workbook, and what a run writes that finds the same again. */
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';
import { bundled, sample } from './sampling.ts';

const { goals, insight } = model;

export const insights: Measure = {
  name: 'insights',
  about:
    'Findings and Today over large tables: CPU of a run, reads of a table, cells that a run writes that finds the same',
  async run({ quick }): Promise<readonly Result[]> {
    const { orders, items, ads } = quick ? insight.quick : insight.usual;
    const name = `${orders} orders, ${items} items, ${ads} rows of ads`;
    const program = await bundled('insights');
    const run = await sample(program, [orders, items, ads].map(String));
    if (run.found === 0) throw new Error('Nothing was found');
    const row = (what: string, ours: number, unit: string, limit: number, kind: Result['kind']) =>
      result({ bench: 'insights', workload: `${name}: ${what}`, ours, unit, limit, kind });
    return [
      row(`CPU of the first run, which finds ${run.found}`, run.first!, 's', goals.insightSeconds, 'timed'),
      row('CPU of the second', run.second!, 's', goals.insightSeconds, 'timed'),
      row('reads of a table in both', run.reads!, 'reads', 2, 'counted'),
      row('cells beside As of that the second writes', run.changed!, 'cells', 0, 'counted'),
      row('CPU of a run with all reports', run.reports!, 's', goals.insightSeconds, 'timed'),
      row('cells beside As of that it writes', run.reportCells!, 'cells', 0, 'counted'),
    ];
  },
};
