/** The Today tab: what needs somebody now, each count leading to its rows. */
import type { TodayView } from '../src/app/state-view.ts';
import { count, counted, money } from './format.ts';
import { Button } from './parts/button.tsx';
import { Loading } from './parts/loading.tsx';
import { Problem } from './parts/notice.tsx';
import { useServerView } from './server-view.ts';
import { useShowRows, useShowSheet } from './show-sheet.ts';
import { server } from './transport.ts';

interface Props {
  readonly isOpen: boolean;
}

export function Today({ isOpen }: Props) {
  const { view, loading, reload } = useServerView(isOpen, server.today);
  const sheet = useShowSheet();
  const rows = useShowRows();
  return (
    <>
      <div class="title">
        <h2>Today</h2>
        <Button kind="quiet" busy={loading.busy} onClick={reload}>
          Reload
        </Button>
      </div>
      <Problem failure={loading.failure} />
      {!view && !loading.failure && <Loading>Looking up what needs you…</Loading>}
      {view?.counts && <Counts counts={view.counts} busy={rows.busy} onShow={rows.showFindings} />}
      {view && !view.counts && (
        <p>
          Nothing was looked at yet: pull your tables, and what needs you stands here. If you deleted the sheet
          Findings, the menu makes it anew.
        </p>
      )}
      <Problem failure={rows.failure} />
      {rows.note && <p class="hint">{rows.note}</p>}
      {view?.hasSheet && (
        <div class="row">
          <Button kind="quiet" onClick={() => sheet.show('Today')}>
            Show the sheet Today
          </Button>
        </div>
      )}
      <Problem failure={sheet.failure} />
    </>
  );
}

interface CountsProps {
  readonly counts: NonNullable<TodayView['counts']>;
  readonly busy: boolean;
  onShow(tile: string, label: string): void;
}

function Counts({ counts: { tiles, all, late }, busy, onShow }: CountsProps) {
  return (
    <>
      <p>
        {all.count === 0
          ? 'Nothing needs you now.'
          : `${counted(all.count, 'finding')}, ${money(all.money)} at risk in all.`}
      </p>
      <ul class="tiles" aria-label="What needs you">
        {tiles.map(({ id, label, count: findings, money: atRisk, isUntold }) => (
          <li key={id}>
            <button
              type="button"
              class="tile"
              aria-disabled={busy || findings === 0 ? true : undefined}
              onClick={() => {
                if (!busy && findings > 0) onShow(id, label);
              }}
            >
              <strong>{isUntold ? '?' : count(findings)}</strong>
              <span>{isUntold ? `${label}: order version 313 tells` : label}</span>
              <span class="amount">{atRisk > 0 && money(atRisk)}</span>
            </button>
          </li>
        ))}
      </ul>
      {late > 0 && (
        <p class="hint">{counted(late, 'more finding')} on late data, not counted until it is read again.</p>
      )}
    </>
  );
}
