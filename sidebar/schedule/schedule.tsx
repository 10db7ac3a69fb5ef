import { useEffect, useState } from 'preact/hooks';
import type { ScheduleView } from '../../src/app/schedule-view.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { useServerView } from '../server-view.ts';
import { server } from '../transport.ts';
import { AdviceNotice } from './advice-notice.tsx';
import { EmailForm } from './email-form.tsx';
import { EmptySchedule } from './empty-schedule.tsx';
import { JobForm } from './job-form.tsx';
import { JobList } from './job-list.tsx';
import { TriggerCard } from './trigger-card.tsx';
import { UserForm } from './user-form.tsx';

interface Props {
  readonly isOpen: boolean;
  readonly isConnected: boolean;
  onConnect(): void;
}

interface Outcome {
  readonly message: string;
  readonly kind: 'good' | 'note';
  /** The states that the message describes. */
  readonly states: string;
}

function statesOf({ jobs, triggers }: ScheduleView): string {
  return JSON.stringify([jobs.map(({ id, state, lastRun }) => [id, state, lastRun]), triggers]);
}

export function Schedule({ isOpen, isConnected, onConnect }: Props) {
  const { view, loading, reload, keep } = useServerView(isOpen, server.schedule);
  const [outcome, setOutcome] = useState<Outcome>();
  const announce = useAnnounce();
  const onStart = () => setOutcome(undefined);
  // Clears the message of an earlier action.
  useEffect(onStart, [isOpen]);
  // Changes made elsewhere, such as a scheduled run, can make it untrue.
  useEffect(() => {
    if (view && outcome && outcome.states !== statesOf(view)) onStart();
  }, [view]);
  // Results of a single job appear on its card.
  const jobListener = {
    onStart,
    onDone(schedule: ScheduleView, result: string) {
      keep(schedule);
      announce(result);
    },
  };
  const listener = {
    onStart,
    onDone(schedule: ScheduleView, message: string, hasFailed = false) {
      jobListener.onDone(schedule, message);
      setOutcome({ message, kind: hasFailed ? 'note' : 'good', states: statesOf(schedule) });
    },
  };
  if (!view)
    return loading.failure ? (
      <>
        <Problem failure={loading.failure} />
        <Button onClick={reload}>Try again</Button>
      </>
    ) : (
      <Loading>Loading schedule…</Loading>
    );
  const { jobs, advice, email } = view;
  const emails = (
    <Fold title="Email">
      <EmailForm schedule={view} listener={listener} />
    </Fold>
  );
  return (
    <>
      <Problem failure={loading.failure} />
      {outcome?.message && (
        <Notice kind={outcome.kind}>
          <p>{outcome.message}</p>
        </Notice>
      )}
      {advice && <AdviceNotice advice={advice} schedule={view} listener={listener} onConnect={onConnect} />}
      {jobs.length === 0 && !advice && (
        <EmptySchedule isConnected={isConnected} listener={listener} onConnect={onConnect} />
      )}
      {(jobs.length > 0 || view.triggers.length > 0) && (
        <TriggerCard schedule={view} listener={listener} onConnect={onConnect} />
      )}
      {jobs.length > 0 && (
        <>
          <JobList
            schedule={view}
            loading={loading.busy}
            onReload={() => {
              onStart();
              reload();
            }}
            listener={listener}
            jobListener={jobListener}
            onConnect={onConnect}
          />
          <div>
            <Fold title="Add a job">
              <JobForm listener={listener} />
            </Fold>
            {emails}
            <Fold title="Your name and account">
              <UserForm key={`${view.me.name}/${view.me.account}`} schedule={view} listener={listener} />
            </Fold>
          </div>
        </>
      )}
      {jobs.length === 0 && (email.daily || email.alerts) && <div>{emails}</div>}
    </>
  );
}
