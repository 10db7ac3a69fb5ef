import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ScheduleView } from '../../src/app/schedule-view.ts';
import { Button } from '../parts/button.tsx';
import { ConnectProblem } from '../parts/connect-link.tsx';
import { Problem } from '../parts/notice.tsx';
import { useShowSheet } from '../show-sheet.ts';
import { server } from '../transport.ts';
import { type ActionListener, useAction } from './action.ts';
import { JobItem } from './job-item.tsx';

interface Props {
  readonly schedule: ScheduleView;
  readonly loading: boolean;
  onReload(): void;
  readonly jobListener: ActionListener;
  readonly listener: ActionListener;
  onConnect(): void;
}

export function JobList({ schedule: { jobs, now }, loading, onReload, listener, jobListener, onConnect }: Props) {
  const { busy, failure, run } = useAction(listener);
  const showSheet = useShowSheet();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(jobs.length);
  useLayoutEffect(() => {
    // Removing a job's card removes the focused button.
    if (jobs.length < before.current && document.activeElement === document.body) heading.current?.focus();
    before.current = jobs.length;
  }, [jobs.length]);
  const isPaused = jobs.every(({ state }) => state === 'paused' || state === 'invalid');
  const hasOwn = jobs.some(({ isMine, state }) => isMine && state === 'active');
  function pauseAll() {
    if (isPaused) run('pause', () => server.pauseAll(false), 'All jobs resumed.');
    else run('pause', () => server.pauseAll(true), 'All jobs are paused.');
  }
  return (
    <>
      <div class="buttons">
        <Button
          kind="primary"
          busy={busy === 'refresh'}
          disabled={!hasOwn || busy !== undefined}
          onClick={() => run('refresh', () => server.refreshNow())}
        >
          Refresh now
        </Button>
        <Button busy={busy === 'pause'} disabled={busy !== undefined} onClick={pauseAll}>
          {isPaused ? 'Resume all' : 'Pause all'}
        </Button>
      </div>
      <ConnectProblem failure={failure} onConnect={onConnect} />
      <div class="title">
        <h2 tabIndex={-1} ref={heading}>
          Jobs
        </h2>
        <div class="row">
          <Button kind="quiet" busy={loading} onClick={onReload}>
            Reload
          </Button>
          <Button kind="quiet" label="Show sheet: Jobs" onClick={() => showSheet.show('Jobs')}>
            Show sheet
          </Button>
        </div>
      </div>
      <Problem failure={showSheet.failure} />
      <ul class="cards">
        {jobs.map((job) => (
          <JobItem key={job.id} job={job} now={now} listener={jobListener} onConnect={onConnect} />
        ))}
      </ul>
      <p class="hint">You can also edit the Jobs sheet.</p>
      <div class="row">
        <Button
          kind="quiet"
          busy={busy === 'setUp'}
          disabled={busy !== undefined}
          onClick={() => run('setUp', server.setUpJobs)}
        >
          Set up standard jobs
        </Button>
      </div>
    </>
  );
}
