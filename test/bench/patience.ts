import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';
import { type Asked, Patience, PULLS } from './patience-workloads.ts';

const { goals, patience: assumed } = model;

export const patience: Measure = {
  name: 'patience',
  about: 'service calls and modeled time of common user actions',
  async run({ quick }): Promise<readonly Result[]> {
    const results: Result[] = [];
    for (const latency of assumed.latencies) {
      const workbooks = new Patience(latency);
      const tell = (workload: string, { calls, seconds }: Asked, goal: Partial<Asked>) => {
        const told = (ours: number, unit: string, limit: number | undefined) =>
          result({
            bench: 'patience',
            workload: `${workload}, latency ${latency}`,
            ours,
            unit,
            // Goals in seconds apply to latency 1.
            limit: limit ?? null,
            kind: 'counted',
          });
        const isUsual = latency === 1;
        results.push(told(calls, 'calls', goal.calls), told(seconds, 's', isUsual ? goal.seconds : undefined));
      };
      for (const name of quick ? PULLS.slice(0, 1) : PULLS) {
        const [first, second] = await workbooks.pull(name);
        tell(`first pull of ${name}`, first, goals.firstPull);
        tell(`second pull of ${name}`, second, goals.secondPull);
      }
      const [cold, warm] = await workbooks.formula();
      tell('cold formula', cold, goals.coldFormula);
      tell('warm formula', warm, goals.warmFormula);
      if (!quick)
        tell('cold formula in a full workbook', await workbooks.formulaInFullWorkbook(), goals.fullColdFormula);
      tell('opening the sidebar', await workbooks.sidebar(), goals.sidebar);
      tell('trigger with nothing due', await workbooks.nothingDue(), goals.nothingDue);
      if (!quick) tell('demo shop', await workbooks.demo(), goals.demo);
      await workbooks.close();
    }
    return results;
  },
};
