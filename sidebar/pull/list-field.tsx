/** A list of identifiers: all of the Catalog, the cells that are selected, or typed. */
import { useState } from 'preact/hooks';
import type { FormField } from '../../src/build/form-data.ts';
import { count } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Chips } from '../parts/chips.tsx';
import { Input } from '../parts/input.tsx';
import { Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';
import type { Values } from './form-values.ts';

interface Props {
  readonly operation: string;
  readonly field: FormField;
  /** The param that stands for all that the list may have. */
  readonly whole: FormField | undefined;
  /** So many the list may have, once that is known. */
  readonly known: number | null | undefined;
  readonly invalid: boolean;
  readonly values: Values;
  onChange(values: Values): void;
}

export function ListField({ operation, field, whole, known, invalid, values, onChange }: Props) {
  const [taken, setTaken] = useState('');
  const [isTaken, setIsTaken] = useState(false);
  const reading = useTask();
  const announce = useAnnounce();
  const { name, label, meaning, required = false } = field;
  const isWhole = whole !== undefined && values[whole.name] !== undefined && values[whole.name] !== '';
  const all = Object.keys(whole?.choices ?? {})[0] ?? '';
  const chips = [
    ...(whole
      ? [['all', known == null ? 'All of the Catalog' : `All of the Catalog (${count(known)})`] as const]
      : []),
    ['selected', 'Selected cells'] as const,
    ['typed', 'Typed'] as const,
  ];
  function fill(list: string, choice: string) {
    onChange({ ...values, [name]: list, ...(whole ? { [whole.name]: choice } : {}) });
  }
  async function take() {
    const found = await reading.run(() => server.selectedCells(operation, name));
    if (!found) return;
    fill(found.values.join('\n'), '');
    setTaken(found.message);
    setIsTaken(true);
    announce(found.message);
  }
  function press(id: string) {
    reading.clear();
    if (id === 'selected') take();
    else {
      setTaken('');
      setIsTaken(false);
      fill(values[name] ?? '', id === 'all' ? all : '');
    }
  }
  return (
    <>
      <Chips
        label={whole?.label ?? label}
        required={required}
        chips={chips}
        pressed={isWhole ? 'all' : isTaken ? 'selected' : 'typed'}
        onPress={press}
      />
      {reading.failure && (
        <div class="field">
          <Problem failure={reading.failure} />
        </div>
      )}
      {!isWhole && (
        <Input
          label={label}
          type="lines"
          placeholder="One per line"
          hint={taken === '' ? meaning : taken}
          invalid={invalid}
          value={values[name] ?? ''}
          onChange={(list) => {
            setIsTaken(false);
            fill(list, '');
          }}
        />
      )}
    </>
  );
}
