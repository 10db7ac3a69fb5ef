/** Formats results as a Markdown table, followed by the assumptions. */
import type { Result } from './measure.ts';
import { model } from './model.ts';

export function report(results: readonly Result[]): string {
  const head = ['Measure', 'Workload', 'Ours', 'Peer', 'Ratio', 'Goal', ''];
  const lines = results.map(({ bench, workload, ours, peer, peerName, ratio, unit, limit, kind }) => [
    `${bench} (${kind})`,
    workload,
    `${ours} ${unit}`,
    peer === null ? '' : `${peer} ${unit}, ${peerName}`,
    ratio === null ? '' : String(ratio),
    limit === null ? '' : `at most ${limit} ${unit}`,
    limit === null ? '' : ours <= limit ? 'met' : 'missed',
  ]);
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  return `${table.join('\n')}\n\nAssumed: ${JSON.stringify(model)}\n`;
}
