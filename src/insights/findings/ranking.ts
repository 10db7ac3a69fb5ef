/** In which order findings stand, and which of their money counts. */
import { HOUR } from '../../protocol/time.ts';
import type { LineAtRisk } from './finding.ts';

/** What is ranked: in the order in which kinds and findings stand where nothing else decides. */
export interface Ranked {
  /** The order of the kinds, from 0. */
  readonly order: number;
  /** In cents. */
  readonly atRisk?: number | undefined;
  /** Epoch milliseconds. */
  readonly deadline?: number | undefined;
}

/** A deadline within so many hours comes before all money. */
const SOON = 24 * HOUR;

/** What is due soon first, then by money, then what has no price by its kind. `now` in epoch milliseconds. */
export function inOrder<T extends Ranked>(findings: readonly T[], now: number): readonly T[] {
  const isSoon = ({ deadline }: T) => Number(deadline !== undefined && deadline - now <= SOON);
  const money = ({ atRisk }: T) => atRisk ?? -1;
  return [...findings].sort(
    (one, other) => isSoon(other) - isSoon(one) || money(other) - money(one) || one.order - other.order,
  );
}

/** What has money, and the lines of orders that this is the sum of, where it is. */
export interface AtRisk {
  readonly order: number;
  readonly atRisk?: number | undefined;
  readonly lines?: readonly LineAtRisk[] | undefined;
}

/** In cents, beside each: a line counts once, under the kind that comes first. Undefined where there is no money. */
export function countedOf(findings: readonly AtRisk[]): readonly (number | undefined)[] {
  const taken = new Set<string>();
  const counted = new Map<AtRisk, number | undefined>();
  for (const finding of [...findings].sort((one, other) => one.order - other.order)) {
    const { atRisk, lines } = finding;
    const own = lines?.filter(({ line }) => !taken.has(line));
    for (const { line } of own ?? []) taken.add(line);
    counted.set(finding, own ? own.reduce((sum, { cents }) => sum + cents, 0) : atRisk);
  }
  return findings.map((finding) => counted.get(finding));
}
