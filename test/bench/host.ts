/** Cost of cold and warm executions in the local host, and memory growth over a thousand executions. */
import { builtCode } from './built.ts';
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';
import { asIs, medians, type Sample, sample } from './sampling.ts';

const tasks = {
  trivial: 'no-op function',
  sidebar: 'sidebar call',
  formula: 'custom function in a cell',
} as const;

export const host: Measure = {
  name: 'host',
  about: 'execution time in the local Apps Script host, cold and warm, and memory after a thousand executions',
  async run({ quick }): Promise<readonly Result[]> {
    const path = builtCode();
    const [program, bare] = [asIs('host'), asIs('bare-context')];
    const warm = String(model.warmExecutions);
    const taken = await medians(
      {
        trivial: () => sample(program, ['trivial', path, warm]),
        sidebar: () => sample(program, ['sidebar', path, warm]),
        formula: () => sample(program, ['formula', path, warm]),
        bare: () => sample(bare, [path, warm]),
      },
      model.rounds,
    );
    const peerName = 'bare vm context, same bundle, no services';
    const of = (workload: string, unit: string, limit: number | null, ours: number, peer: number) =>
      result({ bench: 'host', workload, ours, peer, peerName, unit, limit, kind: 'timed' });
    const timed = (Object.keys(tasks) as (keyof typeof tasks)[]).flatMap((task) => [
      of(`${tasks[task]}, cold`, 'ms', null, taken[task].cold!, taken.bare.cold!),
      of(`${tasks[task]}, warm`, 'ms', model.goals.warmExecutionMs, taken[task].warm!, taken.bare.warm!),
    ]);
    const many = String(quick ? model.manyExecutions / 10 : model.manyExecutions);
    const long: Record<'ours' | 'bare', Sample> = await medians(
      {
        ours: () => sample(program, ['trivial', path, many]),
        bare: () => sample(bare, [path, many]),
      },
      model.rounds,
    );
    const name = `${many} consecutive executions`;
    const growth = model.goals.growthOverManyExecutionsMB;
    return [
      ...timed,
      of(`${name}, time per execution`, 'ms', model.goals.warmExecutionMs, long.ours.each!, long.bare.each!),
      of(`${name}, memory growth over the last 80%`, 'MB', growth, long.ours.grown!, long.bare.grown!),
      of(`${name}, memory at the end`, 'MB', null, long.ours.rss!, long.bare.rss!),
    ];
  },
};
