import { titleOf } from '../build-constants.ts';
import { count, lasting } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { Heading } from '../parts/heading.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { measure } from './measure.ts';
import { Costs } from './pull-plan.tsx';
import type { PullSession } from './pull-session.ts';

export function PullProgress({ session }: { readonly session: PullSession }) {
  const { operation, report, progress, since, stopping, cancel } = session;
  const title = `Pulling ${titleOf(operation)}`;
  const at = progress && measure(progress, since, Date.now());
  const percent = at && Math.round(at.share * 100);
  return (
    <section class="progress">
      <Heading>{title}</Heading>
      <ProgressBar label={title} percent={percent} />
      <p>
        Calling the marketplace
        {at ? `: ${count(at.done)} of ${count(at.total)} ${at.total === 1 ? 'call' : 'calls'}` : '…'}
      </p>
      <dl class="facts kept">
        {progress && at && (
          <>
            <dt>Rows</dt>
            <dd>
              {count(progress.rows.added)} added, {count(progress.rows.changed)} changed,{' '}
              {count(progress.rows.unchanged)} unchanged
            </dd>
            {at.perMinute !== undefined && (
              <>
                <dt>Rate</dt>
                <dd>{count(Math.round(at.perMinute))} calls per minute</dd>
              </>
            )}
            {at.secondsLeft !== undefined && !stopping && (
              <>
                <dt>Time left</dt>
                <dd>{at.secondsLeft < 5 ? 'a few seconds' : `about ${lasting(at.secondsLeft)}`}</dd>
              </>
            )}
          </>
        )}
      </dl>
      {report && report.planned.cells > 0 && !stopping && (
        <section class="card plan">
          <h2>Estimate</h2>
          <dl class="facts">
            <Costs planned={report.planned} operation={operation} />
          </dl>
        </section>
      )}
      <div class="buttons">
        <Button busy={stopping} onClick={cancel}>
          {stopping ? 'Stopping…' : 'Cancel'}
        </Button>
      </div>
      <p class="hint" aria-live="polite">
        {stopping
          ? 'No new calls will start. Rows already received are kept.'
          : 'You can keep working. Leave this sidebar open.'}
      </p>
    </section>
  );
}
