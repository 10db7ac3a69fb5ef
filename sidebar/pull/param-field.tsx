/** One param as a field, by its type. */
import type { FormField } from '../../src/build/forms.ts';
import { Input } from '../parts/input.tsx';
import { Select } from '../parts/select.tsx';
import { isDay } from './ask.ts';

interface Props {
  readonly field: FormField;
  readonly invalid: boolean;
  readonly value: string;
  onChange(value: string): void;
}

export function ParamField({ field, ...state }: Props) {
  const { type, label, required, meaning, choices, otherwise } = field;
  const shared = { label, required, hint: meaning, ...state };
  if (type === 'choice')
    return (
      <Select
        {...shared}
        options={[
          ['', otherwise ? `Usual: ${choices[otherwise] ?? otherwise}` : '(blank)'],
          ...Object.entries(choices),
        ]}
      />
    );
  if (type === 'texts') return <Input {...shared} type="lines" placeholder="One per line" />;
  if (isDay(type)) return <Input {...shared} type="date" narrow />;
  return (
    <Input {...shared} type={type === 'integer' ? 'number' : 'text'} placeholder={otherwise || undefined} />
  );
}
