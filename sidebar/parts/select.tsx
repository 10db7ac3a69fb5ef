import { Field, type FieldProps } from './field.tsx';

interface Props extends FieldProps {
  readonly options: readonly (readonly [value: string, label: string])[];
}

export function Select({ options, value, onChange, ...field }: Props) {
  return (
    <Field
      {...field}
      control={(wiring) => (
        <select {...wiring} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      )}
    />
  );
}
