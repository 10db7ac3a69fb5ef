/** One job in the list: what it pulls, how it stands, and what can be done to it. */
import { useState } from 'preact/hooks';
import type { JobView } from '../../src/app/schedule-view.ts';
import { call } from '../call.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Moment } from '../parts/moment.tsx';
import { Problem } from '../parts/notice.tsx';
import { ConnectLink } from '../pull/connect-link.tsx';
import type { Teller } from './acting.ts';
import { useActing } from './acting.ts';
import { standingOf } from './job-standing.ts';

interface Props {
  readonly job: JobView;
  readonly now: string;
  readonly teller: Teller;
  onConnect(): void;
}

export function JobItem({ job, now, teller, onConnect }: Props) {
  const { id, state, dataset, every, filter, nextRun, lastRun, owner, isMine } = job;
  const { busy, failure, act } = useActing(teller);
  const [asking, setAsking] = useState(false);
  const title = dataset || 'No dataset';
  const pulls = [every, filter].filter((part) => part !== '').join(' · ');
  const name = pulls ? `${title}, ${pulls}` : title;
  const standing = standingOf(job);
  return (
    <li class="card">
      <div class="title">
        <h3>{title}</h3>
        <Badge kind={standing.kind}>{standing.word}</Badge>
      </div>
      {pulls && <p class="small">{pulls}</p>}
      <dl class="facts">
        {lastRun && (
          <>
            <dt>Last run</dt>
            <dd>
              <Moment at={lastRun} now={now} />
            </dd>
          </>
        )}
        {nextRun && (
          <>
            <dt>Next run</dt>
            <dd>
              <Moment at={nextRun} now={now} />
            </dd>
          </>
        )}
        {!isMine && (
          <>
            <dt>Run by</dt>
            <dd>{owner}</dd>
          </>
        )}
      </dl>
      {job.result && <p class={standing.kind === 'bad' ? 'wrong' : 'hint'}>{job.result}</p>}
      <div class="row">
        {isMine && state === 'active' && (
          <Button
            kind="quiet"
            busy={busy === 'run'}
            label={`Run now: ${name}`}
            onClick={() => act('run', () => call('refreshNow', id))}
          >
            Run now
          </Button>
        )}
        {state === 'paused' && (
          <Button
            kind="quiet"
            busy={busy === 'pause'}
            label={`Go on: ${name}`}
            onClick={() => act('pause', () => call('pauseJob', id, false), `${title} goes on.`)}
          >
            Go on
          </Button>
        )}
        {(state === 'active' || state === 'running') && (
          <Button
            kind="quiet"
            busy={busy === 'pause'}
            label={`Pause: ${name}`}
            onClick={() => act('pause', () => call('pauseJob', id, true), `${title} is paused.`)}
          >
            Pause
          </Button>
        )}
        {!isMine && (
          <Button
            kind="quiet"
            busy={busy === 'take'}
            label={`Take over: ${name}`}
            onClick={() => act('take', () => call('takeOver', id), `${title} is yours now.`)}
          >
            Take over
          </Button>
        )}
        <Button kind="quiet" label={`Remove: ${name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      </div>
      {asking && (
        <Confirm
          title={`Remove the job "${name}"?`}
          yes="Remove"
          no="Keep it"
          danger
          busy={busy === 'remove'}
          onYes={() => act('remove', () => call('removeJob', id), `${title} is removed.`)}
          onNo={() => setAsking(false)}
        >
          <p>Its row leaves the sheet Jobs. The tables that it filled stay.</p>
        </Confirm>
      )}
      <Problem failure={failure}>
        <ConnectLink codes={[failure?.code ?? '']} onConnect={onConnect} />
      </Problem>
    </li>
  );
}
