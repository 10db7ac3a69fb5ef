/** The jobs, and what can be done to all of them. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ScheduleView } from '../../src/app/schedule-view.ts';
import { call } from '../call.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { ConnectLink } from '../pull/connect-link.tsx';
import { useShowing } from '../showing.ts';
import type { Teller } from './acting.ts';
import { useActing } from './acting.ts';
import { JobItem } from './job-item.tsx';

interface Props {
  readonly schedule: ScheduleView;
  readonly looking: boolean;
  onLook(): void;
  /** Something was done to one job. */
  readonly jobTeller: Teller;
  /** Something was done to all of them. */
  readonly teller: Teller;
  onConnect(): void;
}

export function JobList({ schedule: { jobs, now }, looking, onLook, teller, jobTeller, onConnect }: Props) {
  const { busy, failure, act } = useActing(teller);
  const showing = useShowing();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(jobs.length);
  useLayoutEffect(() => {
    // The focus is lost with the card of a job that was removed.
    if (jobs.length < before.current && document.activeElement === document.body) heading.current?.focus();
    before.current = jobs.length;
  }, [jobs.length]);
  const isPaused = jobs.every(({ state }) => state === 'paused' || state === 'invalid');
  const hasOwn = jobs.some(({ isMine, state }) => isMine && state === 'active');
  function pauseAll() {
    if (isPaused) act('pause', () => call('pauseAll', false), 'All jobs go on.');
    else act('pause', () => call('pauseAll', true), 'All jobs are paused.');
  }
  return (
    <>
      <div class="buttons">
        <Button
          kind="primary"
          busy={busy === 'refresh'}
          disabled={!hasOwn}
          onClick={() => act('refresh', () => call('refreshNow'))}
        >
          Refresh now
        </Button>
        <Button busy={busy === 'pause'} onClick={pauseAll}>
          {isPaused ? 'Go on with all' : 'Pause all'}
        </Button>
      </div>
      <Problem failure={failure}>
        <ConnectLink codes={[failure?.code ?? '']} onConnect={onConnect} />
      </Problem>
      <div class="title">
        <h2 tabIndex={-1} ref={heading}>
          Jobs
        </h2>
        <div class="row">
          <Button kind="quiet" busy={looking} onClick={onLook}>
            Reload
          </Button>
          <Button kind="quiet" label="Show sheet Jobs" onClick={() => showing.show('Jobs')}>
            Show sheet
          </Button>
        </div>
      </div>
      <Problem failure={showing.failure} />
      <ul class="cards">
        {jobs.map((job) => (
          <JobItem key={job.id} job={job} now={now} teller={jobTeller} onConnect={onConnect} />
        ))}
      </ul>
      <p class="hint">You can type in the sheet Jobs as well: it means the same.</p>
      <div class="row">
        <Button kind="quiet" busy={busy === 'setUp'} onClick={() => act('setUp', () => call('setUpJobs'))}>
          Set up standard jobs
        </Button>
      </div>
    </>
  );
}
