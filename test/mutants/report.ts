/** Reports the share of caught mutants and lists the surviving ones. */
import type { Mutant } from './mutant.ts';

export const LEAST_SHARE = 0.92;

export type Verdict =
  | { readonly is: 'caught' | 'caught end to end' | 'refused' | 'load' | 'survived' | 'no test' }
  | { readonly is: 'explained'; readonly reason: string };

export interface Report {
  readonly text: string;
  readonly isEnough: boolean;
}

export function reportOf(verdicts: ReadonlyMap<Mutant, Verdict>): Report {
  const count = (...kinds: Verdict['is'][]) => [...verdicts.values()].filter(({ is }) => kinds.includes(is)).length;
  const tried = verdicts.size - count('load');
  const share = tried === 0 ? 0 : count('caught', 'caught end to end', 'refused', 'explained') / tried;
  const shown = [...verdicts].flatMap(([mutant, verdict]) => linesFor(mutant, verdict));
  const summary = [
    `${(share * 100).toFixed(1)}% of ${tried} mutants caught:`,
    `${count('caught')} by unit tests, ${count('caught end to end')} by end-to-end tests,`,
    `${count('refused')} by the compiler, ${count('explained')} explained.`,
    `${count('survived')} survived, ${count('no test')} not covered by a test.`,
    ...(count('load') > 0 ? [`${count('load')} more only affect module loading.`] : []),
  ].join(' ');
  return { text: [...shown, summary, ''].join('\n'), isEnough: share >= LEAST_SHARE };
}

const SAID: Partial<Record<Verdict['is'], string>> = {
  survived: 'survived',
  'no test': 'not covered',
  explained: 'explained',
};

function linesFor({ file, start, original, replacement }: Mutant, verdict: Verdict): readonly string[] {
  const said = SAID[verdict.is];
  if (said === undefined) return [];
  const reason = verdict.is === 'explained' ? `: ${verdict.reason}` : '';
  return [
    `${file}:${start.line + 1}:${start.column + 1} ${said}${reason}`,
    ...original.split('\n').map((line) => `  - ${line}`),
    ...replacement.split('\n').map((line) => `  + ${line}`),
    '',
  ];
}
