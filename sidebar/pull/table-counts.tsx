/** Shows the tables filled by a pull, with counts and links to the new and changed rows. */
import type { Report } from '../../src/pull/report.ts';
import { CopyButtons } from '../copy/copy-buttons.tsx';
import { count } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { useShowRows, useShowSheet } from '../show-sheet.ts';

interface Props {
  readonly tables: Report['tables'];
  readonly received: Report['received'];
  /** True for a preview, whose sheets may not exist. */
  readonly isPlanned: boolean;
  /** True after the pull was undone. */
  readonly isBack: boolean;
  /** The run's ID if the Changes sheet lists it. */
  readonly changesOf: string | undefined;
}

export function TableCounts({ tables, received, isPlanned, isBack, changesOf }: Props) {
  if (tables.length === 0) return null;
  return (
    <>
      <ul class="cards">
        {tables.map((counts) => (
          <TableCard
            key={counts.table}
            counts={counts}
            keys={received.find(({ table }) => table === counts.table)?.keys ?? []}
            isPlanned={isPlanned}
            isBack={isBack}
          />
        ))}
      </ul>
      {changesOf !== undefined && <ShowChanges run={changesOf} />}
    </>
  );
}

interface CardProps {
  readonly counts: Report['tables'][number];
  readonly keys: readonly string[];
  readonly isPlanned: boolean;
  readonly isBack: boolean;
}

function TableCard({ counts: { table, ...counts }, keys, isPlanned, isBack }: CardProps) {
  const { failure, show } = useShowSheet();
  const rows = useShowRows();
  const these = keys.length === 1 ? 'Show this one' : `Show these ${count(keys.length)}`;
  return (
    <li class="card">
      <div class="title">
        <h3>{table}</h3>
        {!isPlanned && (
          <Button kind="quiet" label={`Show sheet: ${table}`} onClick={() => show(table)}>
            Show sheet
          </Button>
        )}
      </div>
      <Problem failure={failure ?? rows.failure} />
      {!isBack && (
        <dl class="counts">
          <Count label="added" number={counts.added} />
          <Count label="changed" number={counts.changed} />
          <Count label="unchanged" number={counts.unchanged} />
          {counts.gone > 0 && <Count label="gone" number={counts.gone} />}
        </dl>
      )}
      {keys.length > 0 && (
        <div class="row">
          <Button kind="quiet" busy={rows.busy} label={`${these}: ${table}`} onClick={() => rows.showRows(table, keys)}>
            {these}
          </Button>
        </div>
      )}
      {rows.note && <p class="hint">{rows.note}</p>}
      {!isPlanned && <CopyButtons table={table} these={keys.length > 0 ? keys : undefined} />}
    </li>
  );
}

function ShowChanges({ run }: { readonly run: string }) {
  const { busy, failure, note, showChanges } = useShowRows();
  return (
    <div class="stack">
      <div class="row">
        <Button kind="quiet" busy={busy} onClick={() => showChanges(run)}>
          Show what changed
        </Button>
      </div>
      {note && <p class="hint">{note}</p>}
      <Problem failure={failure} />
    </div>
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
