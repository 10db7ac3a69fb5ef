import { useState } from 'preact/hooks';
import type { ShownJob } from '../../src/app/schedule-view.ts';
import { Badge, type BadgeProps } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { ConnectProblem } from '../parts/connect-link.tsx';
import { Moment } from '../parts/moment.tsx';
import { server } from '../transport.ts';
import { type ActionListener, useAction } from './action.ts';

interface Props {
  readonly job: ShownJob;
  readonly now: string;
  readonly listener: ActionListener;
  onConnect(): void;
}

export function JobItem({ job, now, listener, onConnect }: Props) {
  const { id, state, dataset, every, filter, nextRun, lastRun, owner, isMine, needsConfirmation } = job;
  const { busy, failure, run } = useAction(listener);
  const [asking, setAsking] = useState(false);
  // Jobs without a dataset have no name.
  const name = job.name || dataset || 'No dataset';
  const pulls = job.name ? '' : [every, filter].filter((part) => part !== '').join(' · ');
  const badge = badgeOf(job);
  return (
    <li class="card">
      <div class="title">
        <h3>{name}</h3>
        <Badge {...badge} />
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
            <dd>{owner || 'No one yet'}</dd>
          </>
        )}
      </dl>
      {job.result && <p class={badge.kind === 'bad' ? 'wrong' : 'hint'}>{job.result}</p>}
      <div class="row">
        {isMine && state === 'active' && !needsConfirmation && (
          <Button
            kind="quiet"
            busy={busy === 'run'}
            disabled={busy !== undefined}
            label={`Run now: ${name}`}
            onClick={() => run('run', () => server.refreshNow(id))}
          >
            Run now
          </Button>
        )}
        {state === 'paused' && (
          <Button
            kind="quiet"
            busy={busy === 'pause'}
            disabled={busy !== undefined}
            label={`Resume: ${name}`}
            onClick={() => run('pause', () => server.pauseJob(id, false), `${name} resumed.`)}
          >
            Resume
          </Button>
        )}
        {(state === 'active' || state === 'running') && (
          <Button
            kind="quiet"
            busy={busy === 'pause'}
            disabled={busy !== undefined}
            label={`Pause: ${name}`}
            onClick={() => run('pause', () => server.pauseJob(id, true), `${name} is paused.`)}
          >
            Pause
          </Button>
        )}
        {!isMine && (
          <Button
            kind="quiet"
            busy={busy === 'take'}
            disabled={busy !== undefined}
            label={`Take over: ${name}`}
            onClick={() => run('take', () => server.takeOver(id), `${name} now runs on your schedule.`)}
          >
            Take over
          </Button>
        )}
        {needsConfirmation && (
          <Button
            kind="quiet"
            busy={busy === 'confirm'}
            disabled={busy !== undefined}
            label={`Confirm: ${name}`}
            onClick={() => run('confirm', () => server.takeOver(id), `${name} is confirmed.`)}
          >
            Confirm
          </Button>
        )}
        <Button kind="quiet" disabled={busy !== undefined} label={`Remove: ${name}`} onClick={() => setAsking(true)}>
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
          onYes={() => run('remove', () => server.removeJob(id), `${name} removed.`)}
          onNo={() => setAsking(false)}
        >
          <p>This removes its row from the Jobs sheet. Its tables are kept.</p>
        </Confirm>
      )}
      <ConnectProblem failure={failure} onConnect={onConnect} />
    </li>
  );
}

const FRESHNESS_KINDS: Readonly<Record<string, BadgeProps['kind']>> = {
  fresh: 'good',
  due: 'plain',
  late: 'note',
  failing: 'bad',
};

function badgeOf({ state, freshness }: ShownJob): BadgeProps {
  if (state === 'invalid') return { kind: 'bad', children: 'invalid' };
  if (state === 'paused') return { kind: 'quiet', children: 'paused' };
  if (state === 'running') return { kind: 'plain', children: 'running' };
  const word = freshness ?? 'due';
  return { kind: FRESHNESS_KINDS[word] ?? 'plain', children: word };
}
