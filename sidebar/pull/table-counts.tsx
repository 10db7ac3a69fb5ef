/** The tables that a pull has filled, with their counts and the way there. */
import type { Report } from '../../src/refresh/report.ts';
import { CopyButtons } from '../copy/copy-buttons.tsx';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { useShowing } from '../showing.ts';
import { count } from '../words.ts';

interface Props {
  readonly tables: Report['tables'];
  /** The counts are those of a preview: the sheets may not be there. */
  readonly isPlanned: boolean;
}

export function TableCounts({ tables, isPlanned }: Props) {
  const { failure, show } = useShowing();
  if (tables.length === 0) return null;
  return (
    <>
      <ul class="cards">
        {tables.map(({ table, added, changed, unchanged, gone }) => (
          <li class="card" key={table}>
            <div class="title">
              <h3>{table}</h3>
              {!isPlanned && (
                <Button kind="quiet" label={`Show sheet ${table}`} onClick={() => show(table)}>
                  Show sheet
                </Button>
              )}
            </div>
            <dl class="counts">
              <Count label="added" number={added} />
              <Count label="changed" number={changed} />
              <Count label="unchanged" number={unchanged} />
              {gone > 0 && <Count label="gone" number={gone} />}
            </dl>
            {!isPlanned && <CopyButtons table={table} />}
          </li>
        ))}
      </ul>
      <Problem failure={failure} />
    </>
  );
}

function Count({ label, number }: { readonly label: string; readonly number: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{count(number)}</dd>
    </div>
  );
}
