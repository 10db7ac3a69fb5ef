/** Cost of decoding orders to typed records and rows, compared with parsers that only build a tree. */
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';
import { bundled, medians, sample } from './sampling.ts';

const peers = { json: 'JSON.parse', xml: 'fast-xml-parser, validated' } as const;
const goals = { json: model.goals.jsonTimesParse, xml: model.goals.xmlTimesParser } as const;
const ways = { records: 'readPage', rows: 'readPage and conversion to cells' } as const;

export const decode: Measure = {
  name: 'decode',
  about: 'CPU time per order to decode a page to typed records and then to cells',
  async run({ quick }): Promise<readonly Result[]> {
    const program = await bundled('decode');
    const orders = quick ? model.quickOrders : model.orders;
    const args = (way: string, format: string) => [way, format, String(orders), String(model.ordersPerPage)];
    const results: Result[] = [];
    for (const format of ['json', 'xml'] as const) {
      for (const way of ['tree', ...Object.keys(ways)]) {
        const { right } = await sample(program, [...args(way, format), 'check']);
        if (right !== 1) throw new Error(`Wrong result for ${format} orders decoded to ${way}`);
      }
      const taken = await medians(
        {
          tree: () => sample(program, args('tree', format)),
          records: () => sample(program, args('records', format)),
          rows: () => sample(program, args('rows', format)),
        },
        model.rounds,
      );
      const peer = taken.tree.microseconds!;
      for (const way of ['records', 'rows'] as const) {
        results.push(
          result({
            bench: 'decode',
            workload: `${orders} orders as ${format.toUpperCase()}, ${ways[way]}`,
            ours: taken[way].microseconds!,
            peer,
            peerName: peers[format],
            unit: 'µs per order',
            limit: goals[format] * peer,
            kind: 'timed',
          }),
        );
      }
    }
    return results;
  },
};
