/** Which faults a marketplace has, checked: kinds that exist, shares that fit into one call. */
import { type Fault, faultKinds } from '../options.ts';

export type FaultMix = readonly Required<Fault>[];

export function faultMix(faults: readonly Fault[]): FaultMix {
  const mix = faults.map(({ kind, share = 1 }) => ({ kind, share }));
  for (const { kind, share } of mix) {
    if (!faultKinds.includes(kind)) {
      throw new Error(`There is no fault "${kind}"; there is ${faultKinds.join(', ')}.`);
    }
    if (!(share > 0 && share <= 1)) throw new Error(`The share of "${kind}" must be above 0 and at most 1.`);
  }
  const sum = mix.reduce((total, { share }) => total + share, 0);
  // Ten tenths are one, whatever binary fractions make of them.
  if (sum > 1 + 1e-9) throw new Error('The shares of all faults must not add up to more than 1.');
  return mix;
}
