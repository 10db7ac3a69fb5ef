/** Fields for an operation's params. Optional ones are collapsed. */
import type { FormFacts } from '../../src/app/state-view.ts';
import type { FormField, OperationForm } from '../../src/build/form-data.ts';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import { Fold } from '../parts/fold.tsx';
import { arranged, type Values } from './form-values.ts';
import { ListField } from './list-field.tsx';
import { ParamField } from './param-field.tsx';
import { PeriodField } from './period-field.tsx';

interface Props {
  readonly form: OperationForm;
  readonly facts: FormFacts | undefined;
  readonly settings: ConnectionSummary['settings'];
  readonly values: Values;
  /** Fields that the server rejected. */
  readonly invalid: readonly string[];
  onChange(values: Values): void;
}

export function OperationFields({ form, facts, settings, values, invalid, onChange }: Props) {
  const [shown, more] = arranged(form);
  const filled = more.filter(({ name }) => values[name]?.trim()).length;
  const [first, last] = form.period ?? [];
  function single(field: FormField) {
    return (
      <ParamField
        key={field.name}
        field={field}
        usual={usualOf(field, settings)}
        invalid={invalid.includes(field.name)}
        value={values[field.name] ?? ''}
        onChange={(value) => onChange({ ...values, [field.name]: value })}
      />
    );
  }
  function fieldOf(field: FormField) {
    if (field.name === last) return null;
    if (form.period && field.name === first) {
      const days = form.fields.filter(({ name }) => form.period!.includes(name));
      return (
        <PeriodField
          key={field.name}
          period={form.period}
          required={field.required === true}
          today={facts?.today}
          values={values}
          onChange={onChange}
        >
          {days.map(single)}
        </PeriodField>
      );
    }
    if (field.type !== 'texts' || field.isCode) return single(field);
    return (
      <ListField
        key={field.name}
        operation={form.operation}
        field={field}
        whole={form.fields.find(({ insteadOf }) => insteadOf === field.name)}
        known={facts?.items}
        invalid={invalid.includes(field.name)}
        values={values}
        onChange={onChange}
      />
    );
  }
  return (
    <>
      <div class="fields">{shown.map(fieldOf)}</div>
      {more.length > 0 && (
        <Fold title="More options" filled={filled} refused={more.some(({ name }) => invalid.includes(name))}>
          <div class="fields">{more.map(fieldOf)}</div>
        </Fold>
      )}
    </>
  );
}

function usualOf({ setting, otherwise }: FormField, settings: Props['settings']): string | undefined {
  const own = setting && settings?.[setting];
  return own === undefined ? otherwise : String(own);
}
