import { Field, type FieldProps } from './field.tsx';

interface Props extends FieldProps {
  readonly type?: 'text' | 'password' | 'date' | 'number' | 'lines';
  readonly placeholder?: string | undefined;
  readonly narrow?: boolean;
  /** Suggested values. Users can type others. */
  readonly proposals?: readonly (readonly [value: string, label: string])[];
}

export function Input({ type = 'text', placeholder, proposals, value, onChange, ...field }: Props) {
  const shared = { placeholder, value, autocomplete: 'off', spellcheck: false } as const;
  return (
    <Field
      {...field}
      control={(wiring) =>
        type === 'lines' ? (
          <textarea {...wiring} {...shared} rows={4} onInput={(event) => onChange(event.currentTarget.value)} />
        ) : (
          <>
            <input
              {...wiring}
              {...shared}
              list={proposals && `${wiring.id}-proposals`}
              // Preact types props by input type. These types share the same props.
              type={(type === 'number' ? 'text' : type) as 'text'}
              inputMode={type === 'number' ? 'numeric' : undefined}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
            {proposals && (
              <datalist id={`${wiring.id}-proposals`}>
                {proposals.map(([proposal, label]) => (
                  <option key={proposal} value={proposal} label={label} />
                ))}
              </datalist>
            )}
          </>
        )
      }
    />
  );
}
