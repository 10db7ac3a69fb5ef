/** Fields to type into: one line, several lines, a day. */
import type { FieldProps } from './field.tsx';
import { Field } from './field.tsx';

interface Props extends FieldProps {
  readonly type?: 'text' | 'password' | 'date' | 'number' | 'lines';
  readonly placeholder?: string | undefined;
  readonly readOnly?: boolean;
  readonly narrow?: boolean;
}

export function Input({ type = 'text', placeholder, readOnly, value, onChange, ...field }: Props) {
  const shared = { placeholder, readOnly, value, autocomplete: 'off', spellcheck: false } as const;
  return (
    <Field
      {...field}
      control={(wiring) =>
        type === 'lines' ? (
          <textarea
            {...wiring}
            {...shared}
            rows={4}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        ) : (
          <input
            {...wiring}
            {...shared}
            // Preact's types know what each type of input may have; these three have the same here.
            type={(type === 'number' ? 'text' : type) as 'text'}
            inputMode={type === 'number' ? 'numeric' : undefined}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )
      }
    />
  );
}
