/** Lets the user choose which columns of a new table are visible at first. */
import type { OperationForm } from '../../src/build/form-data.ts';
import { joined } from '../format.ts';
import { Fold } from '../parts/fold.tsx';

/** Column IDs by table. */
export type Chosen = Readonly<Record<string, readonly string[]>>;

interface Props {
  readonly form: OperationForm;
  /** Tables that don't have a sheet yet. */
  readonly newTables: readonly string[];
  /** Contains only tables whose columns were changed. */
  readonly chosen: Chosen;
  onChange(chosen: Chosen): void;
}

export function ColumnChoice({ form, newTables, chosen, onChange }: Props) {
  const known = Object.keys(form.columns).filter((table) => !newTables.includes(table));
  const shownOf = (table: string) =>
    chosen[table] ?? form.columns[table]!.filter(([, , isShown]) => isShown).map(([id]) => id);
  function toggle(table: string, id: string) {
    const shown = shownOf(table);
    onChange({
      ...chosen,
      [table]: shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id],
    });
  }
  return (
    <Fold title="Columns" filled={newTables.filter((table) => chosen[table]).length}>
      <div class="stack">
        {known.length > 0 && (
          <p class="hint">
            {joined(known)} already {known.length === 1 ? 'exists' : 'exist'}. Hide or show columns on the sheet.
          </p>
        )}
        {newTables.length > 0 && (
          <p class="hint">
            For the new {joined(newTables)} {newTables.length === 1 ? 'sheet' : 'sheets'}. Unchecked columns still get
            data but stay hidden; you can show them at any time.
          </p>
        )}
        {newTables.map((table) => (
          <fieldset class="field" key={table}>
            <legend>{table}</legend>
            <div class="boxes list">
              {form.columns[table]!.map(([id, header]) => (
                <label key={id}>
                  <input type="checkbox" checked={shownOf(table).includes(id)} onChange={() => toggle(table, id)} />
                  {header}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Fold>
  );
}
