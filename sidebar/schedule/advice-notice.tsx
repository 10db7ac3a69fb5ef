/** What the person should do about the schedule, with the button that does it. */
import type { Advice, ScheduleView } from '../../src/app/schedule-view.ts';
import { call } from '../call.ts';
import { Button } from '../parts/button.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { ConnectLink } from '../pull/connect-link.tsx';
import { counted } from '../words.ts';
import type { Teller } from './acting.ts';
import { useActing } from './acting.ts';
import { turnOn } from './turning.ts';

interface Props {
  readonly advice: Advice;
  readonly schedule: ScheduleView;
  readonly teller: Teller;
  onConnect(): void;
}

export function AdviceNotice({ advice: { text, remedy, jobs }, schedule, teller, onConnect }: Props) {
  const { busy, failure, act } = useActing(teller);
  const isBusy = busy !== undefined;
  async function takeAll(): Promise<ScheduleView> {
    let latest = schedule;
    for (const id of jobs) latest = await call('takeOver', id);
    return latest;
  }
  return (
    <Notice kind="note">
      <p>{text}</p>
      {remedy === 'setUp' && (
        <Button kind="quiet" busy={isBusy} onClick={() => act(remedy, () => call('setUpJobs'))}>
          Set up standard jobs
        </Button>
      )}
      {remedy === 'turnOn' && (
        <Button
          kind="quiet"
          busy={isBusy}
          onClick={() => act(remedy, () => turnOn(schedule), 'The schedule is on.')}
        >
          Turn on
        </Button>
      )}
      {remedy === 'takeOver' && (
        <Button
          kind="quiet"
          busy={isBusy}
          onClick={() => act(remedy, takeAll, `${counted(jobs.length, 'job')} taken over.`)}
        >
          Take over {counted(jobs.length, 'job')}
        </Button>
      )}
      <Problem failure={failure}>
        <ConnectLink codes={[failure?.code ?? '']} onConnect={onConnect} />
      </Problem>
    </Notice>
  );
}
