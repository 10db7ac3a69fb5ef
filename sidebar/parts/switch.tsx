/** A toggle switch that takes effect immediately. */
import { useId } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly on: boolean;
  readonly disabled?: boolean;
  onToggle(on: boolean): void;
}

export function Switch({ label, hint, on, disabled, onToggle }: Props) {
  const id = useId();
  return (
    <div class="switch">
      <div>
        <span class="label" id={id}>
          {label}
        </span>
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        aria-disabled={disabled ? true : undefined}
        onClick={() => {
          if (!disabled) onToggle(!on);
        }}
      >
        <span aria-hidden="true" />
      </button>
    </div>
  );
}
