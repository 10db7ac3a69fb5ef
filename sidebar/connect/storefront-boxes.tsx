import type { Storefront } from '../../src/protocol/operation.ts';
import { ALL_STOREFRONTS, STOREFRONT_LABELS } from '../storefronts.ts';

interface Props {
  readonly chosen: readonly Storefront[];
  onChange(chosen: readonly Storefront[]): void;
}

export function StorefrontBoxes({ chosen, onChange }: Props) {
  return (
    <fieldset class="field">
      <legend>Storefronts these keys work with</legend>
      <div class="boxes">
        {ALL_STOREFRONTS.map((storefront) => (
          <label key={storefront}>
            <input
              type="checkbox"
              checked={chosen.includes(storefront)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(ALL_STOREFRONTS.filter((each) => (each === storefront ? checked : chosen.includes(each))))
              }
            />
            {STOREFRONT_LABELS[storefront]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
