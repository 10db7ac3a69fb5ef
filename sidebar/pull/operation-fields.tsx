/** The params of an operation: what it needs first, the rest folded. */
import { useEffect, useState } from 'preact/hooks';
import type { Form, FormField } from '../../src/build/forms.ts';
import type { Values } from './ask.ts';
import { arranged } from './ask.ts';
import { ParamField } from './param-field.tsx';

interface Props {
  readonly form: Form;
  readonly values: Values;
  /** Names of fields that the server has refused. */
  readonly invalid: readonly string[];
  onChange(values: Values): void;
}

export function OperationFields({ form, values, invalid, onChange }: Props) {
  const [shown, more] = arranged(form);
  const [open, setOpen] = useState(false);
  const hides = more.some(({ name }) => invalid.includes(name));
  useEffect(() => {
    if (hides) setOpen(true);
  }, [hides]);
  const filled = more.filter(({ name }) => values[name]?.trim()).length;
  function fields(some: readonly FormField[]) {
    return (
      <div class="fields">
        {some.map((field) => (
          <ParamField
            key={field.name}
            field={field}
            invalid={invalid.includes(field.name)}
            value={values[field.name] ?? ''}
            onChange={(value) => onChange({ ...values, [field.name]: value })}
          />
        ))}
      </div>
    );
  }
  return (
    <>
      {fields(shown)}
      {more.length > 0 && (
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>More options{filled > 0 && ` (${filled} set)`}</summary>
          {fields(more)}
        </details>
      )}
    </>
  );
}
