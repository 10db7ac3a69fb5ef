/** Cost of Findings and Today in a large workbook, and cells that an unchanged second run writes. */
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';
import { bundled, sample } from './sampling.ts';

const { goals, insight } = model;

export const insights: Measure = {
  name: 'insights',
  about: 'Findings and Today over large tables: CPU per run, reads per table, cells written by an unchanged run',
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
      row('cells written by the second, As of excluded', run.changed!, 'cells', 0, 'counted'),
      row('CPU of a run with all reports', run.reports!, 's', goals.insightSeconds, 'timed'),
      row('cells it writes, As of excluded', run.reportCells!, 'cells', 0, 'counted'),
    ];
  },
};
