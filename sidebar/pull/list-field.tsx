/** A field for identifiers: the whole Catalog, the selected cells, or a typed list. */
import { useRef, useState } from 'preact/hooks';
import type { FormField } from '../../src/build/form-data.ts';
import { count } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Chips } from '../parts/chips.tsx';
import { Input } from '../parts/input.tsx';
import { Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';
import type { Values } from './form-values.ts';

interface Props {
  readonly operation: string;
  readonly field: FormField;
  /** The param that selects all items. */
  readonly whole: FormField | undefined;
  /** Total number of items, if known. */
  readonly known: number | null | undefined;
  readonly invalid: boolean;
  readonly values: Values;
  onChange(values: Values): void;
}

export function ListField({ operation, field, whole, known, invalid, values, onChange }: Props) {
  /** Describes the selection that filled the list. Cleared by edits. */
  const [taken, setTaken] = useState('');
  /** The user may change other fields while cells are read. */
  const latest = useRef(values);
  latest.current = values;
  const edits = useRef(0);
  const reading = useTask();
  const announce = useAnnounce();
  const { name, label, meaning, required = false } = field;
  const [[all, allLabel] = ['', '']] = Object.entries(whole?.choices ?? {});
  const isWhole = whole !== undefined && values[whole.name] === all;

  function fill(list: string, of: string, isAll = false) {
    edits.current++;
    reading.clear();
    setTaken(of);
    onChange({ ...latest.current, [name]: list, ...(whole ? { [whole.name]: isAll ? all : '' } : {}) });
  }
  async function take() {
    const before = edits.current;
    const found = await reading.run(() => server.selectedCells(operation, name));
    if (!found || edits.current !== before) return;
    fill(found.values.join('\n'), found.message);
    announce(found.message);
  }
  function press(id: string) {
    if (id === 'selected') take();
    else fill(values[name] ?? '', '', id === 'all');
  }
  return (
    <>
      {whole && (
        <Chips
          label={whole.label}
          required={required}
          chips={[
            ['all', known == null ? allLabel : `${allLabel} (${count(known)})`],
            ['selected', 'Selected cells'],
            ['typed', 'Enter a list'],
          ]}
          pressed={isWhole ? 'all' : taken === '' ? 'typed' : 'selected'}
          onPress={press}
        />
      )}
      {!isWhole && (
        <Input
          label={label}
          type="lines"
          required={required && whole === undefined}
          placeholder="One per line"
          hint={taken === '' ? meaning : taken}
          invalid={invalid}
          value={values[name] ?? ''}
          onChange={(list) => fill(list, '')}
        />
      )}
      {(!whole || reading.failure) && (
        <div class="field below">
          <Problem failure={reading.failure} />
          {!whole && (
            <div class="row">
              <Button kind="quiet" busy={reading.busy} onClick={take}>
                <span>
                  Selected cells<span class="unseen"> as {label}</span>
                </span>
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}
