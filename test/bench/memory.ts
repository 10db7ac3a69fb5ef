/** Memory needed to read orders: the smallest sufficient heap, and memory in use at the end. */
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';
import { bundled, type Program, sample } from './sampling.ts';

const step = 2;
const most = 512;
const peerName = 'the same with every string copied';

export const memory: Measure = {
  name: 'memory',
  about: 'smallest heap for reading orders page by page and keeping their rows, and memory in use at the end',
  async run({ quick }): Promise<readonly Result[]> {
    const program = await bundled('memory');
    const orders = quick ? model.quickOrders : model.orders;
    const results: Result[] = [];
    for (const format of ['json', 'xml'] as const) {
      const args = (way: string) => [way, format, String(orders), String(model.ordersPerPage)];
      const heap = await smallestHeap(program, args('ours'));
      const [ours, copied] = [
        await sample(program, args('ours'), ['--expose-gc']),
        await sample(program, args('copied'), ['--expose-gc']),
      ];
      const workload = `${orders} orders as ${format.toUpperCase()}, page by page, ${ours.rows} rows`;
      results.push(
        result({
          bench: 'memory',
          workload: `${workload}: smallest heap`,
          ours: heap,
          unit: 'MB',
          limit: model.goals.heapMB,
          kind: 'timed',
        }),
        result({
          bench: 'memory',
          workload: `${workload}: in use at the end`,
          ours: ours.MB!,
          peer: copied.MB!,
          peerName,
          unit: 'MB',
          limit: null,
          kind: 'timed',
        }),
      );
    }
    return results;
  },
};

/** Searches in 2 MB steps, starting at the goal. */
async function smallestHeap(program: Program, args: readonly string[]): Promise<number> {
  const completes = (megabytes: number) =>
    sample(program, args, [`--max-old-space-size=${megabytes}`]).then(
      () => true,
      () => false,
    );
  let working: number = model.goals.heapMB;
  let failing = 0;
  while (!(await completes(working))) {
    failing = working;
    working *= 2;
    if (working > most) throw new Error(`Reading orders fails with ${failing} MB`);
  }
  while (working - failing > step) {
    const tried = failing + step * Math.ceil((working - failing) / (2 * step));
    if (await completes(tried)) working = tried;
    else failing = tried;
  }
  return working;
}
