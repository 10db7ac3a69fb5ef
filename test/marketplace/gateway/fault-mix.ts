import { type Fault, faultKinds } from '../options.ts';

export type FaultMix = readonly Required<Fault>[];

export function faultMix(faults: readonly Fault[]): FaultMix {
  const mix = faults.map(({ kind, share = 1 }) => ({ kind, share }));
  for (const { kind, share } of mix) {
    if (!faultKinds.includes(kind)) {
      throw new Error(`Unknown fault "${kind}". Use one of these: ${faultKinds.join(', ')}.`);
    }
    if (!(share > 0 && share <= 1)) throw new Error(`The share of "${kind}" must be above 0 and at most 1.`);
  }
  const sum = mix.reduce((total, { share }) => total + share, 0);
  // Floating-point sums such as ten times 0.1 can be slightly above 1.
  if (sum > 1 + 1e-9) throw new Error('The shares of all faults must not add up to more than 1.');
  return mix;
}
