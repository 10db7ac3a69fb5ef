/** The field for a param, chosen by type. */
import type { FormField } from '../../src/build/form-data.ts';
import { Input } from '../parts/input.tsx';
import { Select } from '../parts/select.tsx';
import { isDay } from './form-values.ts';

interface Props {
  readonly field: FormField;
  /** The default, used if the field is blank. */
  readonly usual: string | undefined;
  readonly invalid: boolean;
  readonly value: string;
  onChange(value: string): void;
}

export function ParamField({ field, usual, ...state }: Props) {
  const { type, label, required = false, meaning, choices = {}, open } = field;
  const shared = { label, required, hint: meaning, ...state };
  const placeholder = usual && `Default: ${choices[usual] ?? usual}`;
  if (open)
    return (
      <Input
        {...shared}
        hint={`${meaning} You can also enter other values.`}
        placeholder={placeholder || 'Choose or type'}
        proposals={Object.entries(choices)}
      />
    );
  if (type === 'choice')
    return <Select {...shared} options={[['', placeholder || '(blank)'], ...Object.entries(choices)]} />;
  if (type === 'texts') return <Input {...shared} type="lines" placeholder="One per line" />;
  if (isDay(type)) return <Input {...shared} type="date" narrow />;
  return <Input {...shared} type={type === 'integer' ? 'number' : 'text'} placeholder={placeholder} />;
}
