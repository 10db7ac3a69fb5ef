/** The params of an operation: what it needs first, the rest folded. */
import type { FormField, OperationForm } from '../../src/build/form-data.ts';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import { Fold } from '../parts/fold.tsx';
import type { Values } from './form-values.ts';
import { arranged } from './form-values.ts';
import { ParamField } from './param-field.tsx';

interface Props {
  readonly form: OperationForm;
  /** What the connection says of its service. */
  readonly settings: ConnectionSummary['settings'];
  readonly values: Values;
  /** Names of fields that the server has refused. */
  readonly invalid: readonly string[];
  onChange(values: Values): void;
}

export function OperationFields({ form, settings, values, invalid, onChange }: Props) {
  const [shown, more] = arranged(form, values);
  const filled = more.filter(({ name }) => values[name]?.trim()).length;
  function fields(some: readonly FormField[]) {
    return (
      <div class="fields">
        {some.map((field) => (
          <ParamField
            key={field.name}
            field={field}
            usual={usualOf(field, settings)}
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
        <Fold title="More options" filled={filled} refused={more.some(({ name }) => invalid.includes(name))}>
          {fields(more)}
        </Fold>
      )}
    </>
  );
}

function usualOf({ setting, otherwise }: FormField, settings: Props['settings']): string | undefined {
  const own = setting && settings?.[setting];
  return own === undefined ? otherwise : String(own);
}
