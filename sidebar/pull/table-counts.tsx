/** The tables that a pull has filled, with their counts and the way there. */
import type { Report } from '../../src/pull/report.ts';
import { CopyButtons } from '../copy/copy-buttons.tsx';
import { count } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { useShowSheet } from '../show-sheet.ts';

interface Props {
  readonly tables: Report['tables'];
  /** The counts are those of a preview: the sheets may not be there. */
  readonly isPlanned: boolean;
}

export function TableCounts({ tables, isPlanned }: Props) {
  if (tables.length === 0) return null;
  return (
    <ul class="cards">
      {tables.map((counts) => (
        <TableCard key={counts.table} counts={counts} isPlanned={isPlanned} />
      ))}
    </ul>
  );
}

interface CardProps {
  readonly counts: Report['tables'][number];
  readonly isPlanned: boolean;
}

function TableCard({ counts: { table, added, changed, unchanged, gone }, isPlanned }: CardProps) {
  const { failure, show } = useShowSheet();
  return (
    <li class="card">
      <div class="title">
        <h3>{table}</h3>
        {!isPlanned && (
          <Button kind="quiet" label={`Show sheet ${table}`} onClick={() => show(table)}>
            Show sheet
          </Button>
        )}
      </div>
      <Problem failure={failure} />
      <dl class="counts">
        <Count label="added" number={added} />
        <Count label="changed" number={changed} />
        <Count label="unchanged" number={unchanged} />
        {gone > 0 && <Count label="gone" number={gone} />}
      </dl>
      {!isPlanned && <CopyButtons table={table} />}
    </li>
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
