import { useEffect, useState } from 'preact/hooks';
import type { UndoState } from '../../src/app/undo-run.ts';
import type { Report } from '../../src/pull/report.ts';
import { forms } from '../build-constants.ts';
import { counted, lasting } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { useNews } from '../news.tsx';
import { Button } from '../parts/button.tsx';
import { ConnectLink } from '../parts/connect-link.tsx';
import { Heading } from '../parts/heading.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { type Failure, server } from '../transport.ts';
import { Errors } from './errors.tsx';
import { callsOf } from './measure.ts';
import { outcomeOf } from './outcome.ts';
import { Ignored } from './pull-plan.tsx';
import type { PullSession } from './pull-session.ts';
import { TableCounts } from './table-counts.tsx';
import { UndoButton } from './undo-button.tsx';
import { UnknownIdentifiers } from './unknown-identifiers.tsx';

interface Props {
  readonly report: Report;
  /** Why the page could not continue the run. */
  readonly failure: Failure | undefined;
  readonly session: PullSession;
  onConnect(): void;
  onBack(): void;
}

/** Milliseconds after which the result may no longer describe the sheet. */
const HOUR = 3_600_000;

export function PullResult({ report, failure, session, onConnect, onBack }: Props) {
  const { state, actual, canUndo, tables, notFound, ignored, notes, errors } = report;
  const form = forms.find(({ operation }) => operation === report.operation);
  const { title, text, kind } = outcomeOf(report, form, Date.now());
  const isPreview = state === 'planned' && session.request?.preview === true;
  const [isUndone, setUndone] = useState(false);
  const elsewhere = useRunState(report.id);
  const isUnfinished = state === 'waiting' || state === 'running';
  const canContinue = isUnfinished && elsewhere?.isOpen !== false;
  const isEnded = isUnfinished && !canContinue;
  const isBack = isUndone || elsewhere?.isUndone === true;
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOld(true), HOUR);
    return () => clearTimeout(timer);
  }, []);
  // Hides the sentence about the sheet but not the counts.
  const isOver = !isUnfinished && (isOld || elsewhere?.isOutdated === true);
  const operation = form?.title ?? report.operation;
  const announce = useAnnounce();
  useEffect(() => announce(`${title}. ${text}`), []);
  return (
    <section class="result">
      <Heading>{isBack ? `${operation}: undone` : isEnded ? `${operation}: ended` : title}</Heading>
      {isBack
        ? !isUndone && (
            <Notice kind="note">
              <p>This pull was undone. Its changes were removed.</p>
            </Notice>
          )
        : text &&
          !isOver && (
            <Notice kind={isEnded ? 'note' : kind}>
              <p>{isEnded ? 'This pull has ended. Activity shows its result.' : text}</p>
            </Notice>
          )}
      <Problem failure={failure} />
      {canContinue && !isBack && (
        <div class="buttons">
          <Button kind="primary" onClick={session.resumeLast}>
            Continue
          </Button>
          <Button onClick={session.cancel}>Cancel the pull</Button>
        </div>
      )}
      <Errors errors={errors.filter(({ code }) => state !== 'waiting' || code !== 'MARKET_CAP')} />
      <ConnectLink codes={errors.map(({ code }) => code)} onConnect={onConnect} />
      <TableCounts
        tables={tables}
        received={isBack ? [] : report.received}
        isPlanned={state === 'planned'}
        isBack={isBack}
        changesOf={canUndo && !isBack ? report.id : undefined}
      />
      <UnknownIdentifiers identifiers={notFound} />
      <Notes notes={notes} />
      <Ignored operation={report.operation} params={ignored} />
      <p class="hint">
        {counted(callsOf(actual), 'call')}, {lasting(actual.minutes * 60)}.
      </p>
      {(!canContinue || failure || isBack) && (
        <div class="buttons">
          {isPreview && (
            <Button kind="primary" onClick={session.pullPreviewed}>
              Pull
            </Button>
          )}
          <Button kind={canContinue || isPreview ? 'plain' : 'primary'} onClick={onBack}>
            Back to the form
          </Button>
        </div>
      )}
      <UndoButton
        run={report.id}
        isOffered={canUndo && elsewhere?.canUndo !== false && !canContinue && !isBack}
        onUndone={() => setUndone(true)}
      >
        Undo this pull
      </UndoButton>
    </section>
  );
}

/** Reloads the run's undo state after changes elsewhere. */
function useRunState(run: string): UndoState | undefined {
  const [state, setState] = useState<UndoState>();
  useNews(() => {
    server.runState(run).then(setState, () => undefined);
  });
  return state;
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes hint" aria-label="Notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
