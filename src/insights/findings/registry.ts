/** The kinds of findings, in their order: a line of an order counts under the first that has it. */
import type { FindingKind } from './finding.ts';

export const findingKinds = [] as const satisfies readonly FindingKind[];
