/** The Schedule tab: whether jobs run by themselves, which ones, and how each of them stands. */
import { useEffect, useState } from 'preact/hooks';
import type { ScheduleView } from '../../src/app/schedule-view.ts';
import { call } from '../call.ts';
import { useSay } from '../live.tsx';
import { useLooked } from '../looked.ts';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { AdviceNotice } from './advice-notice.tsx';
import { Beginning } from './beginning.tsx';
import { JobForm } from './job-form.tsx';
import { JobList } from './job-list.tsx';
import { Me } from './me.tsx';
import { TriggerCard } from './trigger-card.tsx';

interface Props {
  readonly isOpen: boolean;
  readonly isConnected: boolean;
  onConnect(): void;
}

export function Schedule({ isOpen, isConnected, onConnect }: Props) {
  const { shown, looking, look, keep } = useLooked(isOpen, () => call('schedule'));
  const [news, setNews] = useState('');
  const say = useSay();
  // What was told belongs to what was done before.
  useEffect(() => setNews(''), [isOpen]);
  const begin = () => setNews('');
  function tell(schedule: ScheduleView, said: string) {
    keep(schedule);
    say(said);
  }
  const teller = {
    begin,
    tell(schedule: ScheduleView, said: string) {
      tell(schedule, said);
      setNews(said);
    },
  };
  if (!shown)
    return looking.failure ? (
      <>
        <Problem failure={looking.failure} />
        <Button onClick={look}>Try again</Button>
      </>
    ) : (
      <Loading>Looking up the schedule…</Loading>
    );
  const { jobs, advice } = shown;
  return (
    <>
      <Problem failure={looking.failure} />
      {news && (
        <Notice kind="good">
          <p>{news}</p>
        </Notice>
      )}
      {advice && <AdviceNotice advice={advice} schedule={shown} teller={teller} onConnect={onConnect} />}
      {jobs.length === 0 && !advice && (
        <Beginning isConnected={isConnected} teller={teller} onConnect={onConnect} />
      )}
      {(jobs.length > 0 || shown.triggers.length > 0) && (
        <TriggerCard schedule={shown} teller={teller} onConnect={onConnect} />
      )}
      {jobs.length > 0 && (
        <>
          <JobList
            schedule={shown}
            looking={looking.busy}
            onLook={() => {
              begin();
              look();
            }}
            teller={teller}
            // What was done to one job is told at that job.
            jobTeller={{ begin, tell }}
            onConnect={onConnect}
          />
          <div>
            <Fold title="Add a job" filled={0} refused={false}>
              <JobForm teller={teller} />
            </Fold>
            <Fold title="Who you are" filled={0} refused={false}>
              <Me key={`${shown.me.name}/${shown.me.account}`} schedule={shown} teller={teller} />
            </Fold>
          </div>
        </>
      )}
    </>
  );
}
