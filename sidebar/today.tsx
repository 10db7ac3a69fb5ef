/** The Today tab: sales for today and yesterday, and open findings with links to their rows. */
import type { State } from '../src/app/state-view.ts';
import type { TodayView } from '../src/app/today-view.ts';
import { count, counted, moment, moneyIn } from './format.ts';
import { Button } from './parts/button.tsx';
import { Loading } from './parts/loading.tsx';
import { Problem } from './parts/notice.tsx';
import { useServerView } from './server-view.ts';
import { SharedTables } from './shared-tables.tsx';
import { useShowRows, useShowSheet } from './show-sheet.ts';
import { server } from './transport.ts';

interface Props {
  readonly isOpen: boolean;
  readonly shared: State['shared'];
  onConnect(): void;
}

export function Today({ isOpen, shared, onConnect }: Props) {
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
      {shared && <SharedTables shared={shared} onConnect={onConnect} />}
      {!view && !loading.failure && <Loading>Loading…</Loading>}
      {view && <Deleted view={view} />}
      {view && <Freshness view={view} />}
      {view && <Sales sales={view.sales} />}
      {view && <Tiles view={view} busy={rows.busy} onShow={rows.showFindings} />}
      <Problem failure={rows.failure} />
      {rows.note && <p class="hint">{rows.note}</p>}
      {view?.hasSheet && (
        <div class="row">
          <Button kind="quiet" onClick={() => sheet.show('Today')}>
            Show the Today sheet
          </Button>
        </div>
      )}
      <Problem failure={sheet.failure} />
    </>
  );
}

function Deleted({ view: { deleted } }: { readonly view: TodayView }) {
  // The next run recreates this hidden sheet.
  const shown = deleted.filter((sheet) => sheet !== 'Today data');
  if (shown.length === 0) return null;
  return (
    <p>
      {shown.length === 1 ? `The ${shown[0]} sheet was deleted.` : `The ${shown.join(' and ')} sheets were deleted.`} In
      the menu, choose Make Today and Findings again.
    </p>
  );
}

function Freshness({ view: { coverage, now } }: { readonly view: TodayView }) {
  return (
    <p class="hint">
      {Object.values(coverage)
        .map(({ label, asOf, isLate, part }) => {
          if (asOf === null) return `${label}: not pulled yet${part && `: ${part}`}.`;
          return `${label}: ${part && `${part}, `}${moment(asOf, Date.parse(now))}${isLate ? ' (late)' : ''}.`;
        })
        .join(' ')}
    </p>
  );
}

function Sales({ sales }: Pick<TodayView, 'sales'>) {
  return (
    <>
      {Object.entries(sales).map(([currency, { today, yesterday }]) => (
        <p key={currency}>
          {[['Today', today] as const, ['Yesterday', yesterday] as const]
            .map(([day, { sales, orders }]) =>
              sales === null || orders === null
                ? `${day}: –`
                : `${day}: ${moneyIn(currency, sales)}, ${counted(orders, 'order')}`,
            )
            .join('. ')}
          .
        </p>
      ))}
    </>
  );
}

interface TilesProps {
  readonly view: TodayView;
  readonly busy: boolean;
  onShow(tile: string, label: string): void;
}

function Tiles({
  view: { tiles, open, late, hasVoidTimes, isAllRead, unreadable, deleted },
  busy,
  onShow,
}: TilesProps) {
  const ids = [...new Set(tiles.map(({ id }) => id))];
  const isRead = tiles.some((tile) => tile.count !== null);
  return (
    <>
      {!isRead && deleted.length === 0 && <p>No data yet. Pull a table first.</p>}
      {isRead && open === 0 && <p>{isAllRead ? 'All clear.' : 'No findings so far; some data is missing.'}</p>}
      <ul class="tiles" aria-label="Needs attention">
        {ids.map((id) => {
          const own = tiles.filter((tile) => tile.id === id);
          const { label } = own[0]!;
          const total = own.reduce((sum, tile) => sum + (tile.count ?? 0), 0);
          const amounts = own.flatMap(({ money, currency }) => (money ? [moneyIn(currency, money)] : []));
          const isBlank = own.every((tile) => tile.count === null);
          return (
            <li key={id}>
              <button
                type="button"
                class="tile"
                aria-disabled={busy || total === 0 ? true : undefined}
                onClick={() => {
                  if (!busy && total > 0) onShow(id, label);
                }}
              >
                <strong>{isBlank ? '–' : count(total)}</strong>
                <span>{label}</span>
                <span class="amount">{amounts.join(' + ')}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {unreadable.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {!hasVoidTimes && (
        <p class="hint">Due dates require order version 311, and auto-void times 313. Choose it in Connect.</p>
      )}
      {late > 0 && (
        <p class="hint">
          {counted(late, 'finding')} {late === 1 ? 'uses' : 'use'} old data and {late === 1 ? 'is' : 'are'} not counted.
        </p>
      )}
    </>
  );
}
