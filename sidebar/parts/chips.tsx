/** Chips that fill in common values. At most one is active. */
import { useId } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly required?: boolean;
  readonly chips: readonly (readonly [id: string, label: string])[];
  readonly pressed: string | undefined;
  readonly disabled?: boolean;
  onPress(id: string): void;
}

export function Chips({ label, required, chips, pressed, disabled, onPress }: Props) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons
    <div class="field" role="group" aria-labelledby={id}>
      <span class="label" id={id}>
        {label}
        {required && <span class="required"> (required)</span>}
      </span>
      <div class="chips">
        {chips.map(([chip, words]) => (
          <button
            key={chip}
            type="button"
            class="chip"
            aria-pressed={chip === pressed}
            aria-disabled={disabled ? true : undefined}
            onClick={() => {
              if (!disabled) onPress(chip);
            }}
          >
            {words}
          </button>
        ))}
      </div>
    </div>
  );
}
