/** The fields for a connection's settings. A blank field means the default. */
import type { SettingField } from '../../src/build/form-data.ts';
import { settings } from '../build-constants.ts';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Input } from '../parts/input.tsx';
import { Select } from '../parts/select.tsx';

export type SettingValues = Readonly<Record<string, string>>;

interface Props {
  readonly values: SettingValues;
  /** The server's reason for rejecting the form. */
  readonly refusal: string;
  /** Settings that a failed test points to, shown expanded. If undefined, all settings are shown, collapsed. */
  readonly only: readonly SettingField['name'][] | undefined;
  onChange(values: SettingValues): void;
}

export function SettingFields({ values, refusal, only, onChange }: Props) {
  const refused = settings.filter(({ label }) => refusal.includes(`"${label}"`));
  const filled = settings.filter(({ name }) => values[name]?.trim()).length;
  const fields = (some: readonly SettingField[]) => (
    <div class="fields">
      {some.map((field) => (
        <OneSetting
          key={field.name}
          field={field}
          invalid={refused.includes(field)}
          value={values[field.name] ?? ''}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
        />
      ))}
    </div>
  );
  if (only) return fields(settings.filter(({ name }) => only.includes(name)));
  return (
    <Fold title="Advanced settings" filled={filled} refused={refused.length > 0}>
      <p class="hint">
        These cover what the marketplace does not document. Change them only if a test or an error message tells you to.
      </p>
      {fields(settings)}
      <Button disabled={filled === 0} onClick={() => onChange({})}>
        Restore defaults
      </Button>
    </Fold>
  );
}

interface OneProps {
  readonly field: SettingField;
  readonly invalid: boolean;
  readonly value: string;
  onChange(value: string): void;
}

function OneSetting({ field: { label, reason, usual, others, limits }, ...state }: OneProps) {
  if (others.length > 0)
    return <Select {...state} label={label} hint={reason} options={[['', `${usual} (default)`], ...others]} />;
  const range = limits ? ` From ${limits[0]} to ${limits[1]}.` : '';
  // A filled field hides its placeholder, so repeat the default in the hint.
  const reminder = state.value ? ` Default: ${usual}` : '';
  return (
    <Input
      {...state}
      label={label}
      hint={reason + range + reminder}
      type={limits ? 'number' : 'text'}
      placeholder={usual}
    />
  );
}
