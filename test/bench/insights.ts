/** Cost of updating Findings and Today in a large workbook, and cells written by an unchanged second run. */
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';
import { bundled, sample } from './sampling.ts';

const { goals, insight } = model;

export const insights: Measure = {
  name: 'insights',
  about: 'Findings and Today over large tables: CPU per run, reads per table, cells written by an unchanged run',
  async run({ quick }): Promise<readonly Result[]> {
    const { orders, items, ads } = quick ? insight.quick : insight.usual;
    const name = `${orders} orders, ${items} items, ${ads} ad rows`;
    const program = await bundled('insights');
    const run = await sample(program, [orders, items, ads].map(String));
    if (run.found === 0) throw new Error('No findings.');
    const row = (what: string, ours: number, unit: string, limit: number, kind: Result['kind']) =>
      result({ bench: 'insights', workload: `${name}: ${what}`, ours, unit, limit, kind });
    return [
      row(`CPU of the first run (${run.found} findings)`, run.first!, 's', goals.insightSeconds, 'timed'),
      row('CPU of the second run', run.second!, 's', goals.insightSeconds, 'timed'),
      row('reads per table in both runs', run.reads!, 'reads', 2, 'counted'),
      row('cells written by the second run, excluding As of', run.changed!, 'cells', 0, 'counted'),
      row('CPU of a run with all reports', run.reports!, 's', goals.insightSeconds, 'timed'),
      row('cells written by that run, excluding As of', run.reportCells!, 'cells', 0, 'counted'),
    ];
  },
};
