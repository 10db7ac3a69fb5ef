import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly required?: boolean;
  readonly invalid?: boolean;
  readonly value: string;
  onChange(value: string): void;
}

/** Attributes that connect a control to its label and hint. */
interface Wiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-required': boolean | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

interface Props extends Pick<FieldProps, 'label' | 'hint' | 'required' | 'invalid'> {
  readonly narrow?: boolean;
  control(wiring: Wiring): ComponentChildren;
}

export function Field({ label, hint, required, invalid, narrow, control }: Props) {
  const id = useId();
  return (
    <div class={narrow ? 'field narrow' : 'field'}>
      <label for={id}>
        {label}
        {required && <span class="required"> (required)</span>}
      </label>
      {control({
        id,
        'aria-describedby': hint ? `${id}-hint` : undefined,
        'aria-required': required || undefined,
        'aria-invalid': invalid || undefined,
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
