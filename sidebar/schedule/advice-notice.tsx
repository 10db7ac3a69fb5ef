/** Shows advice about the schedule, with a button that applies it. */
import type { Advice, ScheduleView } from '../../src/app/schedule-view.ts';
import { counted } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { ConnectProblem } from '../parts/connect-link.tsx';
import { Notice } from '../parts/notice.tsx';
import { server } from '../transport.ts';
import { type ActionListener, useAction } from './action.ts';
import { turnOn } from './trigger-card.tsx';

interface Props {
  readonly advice: Advice;
  readonly schedule: ScheduleView;
  readonly listener: ActionListener;
  onConnect(): void;
}

export function AdviceNotice({ advice: { text, remedy, jobs }, schedule, listener, onConnect }: Props) {
  const { busy, failure, run } = useAction(listener);
  const isBusy = busy !== undefined;
  async function takeAll(): Promise<ScheduleView> {
    let latest = schedule;
    for (const id of jobs) latest = await server.takeOver(id);
    return latest;
  }
  return (
    <Notice kind="note">
      <p>{text}</p>
      {remedy === 'setUp' && (
        <Button kind="quiet" busy={isBusy} onClick={() => run(remedy, server.setUpJobs)}>
          Set up standard jobs
        </Button>
      )}
      {remedy === 'turnOn' && (
        <Button kind="quiet" busy={isBusy} onClick={() => run(remedy, () => turnOn(schedule), 'The schedule is on.')}>
          Turn on
        </Button>
      )}
      {remedy === 'takeOver' && (
        <Button
          kind="quiet"
          busy={isBusy}
          onClick={() => run(remedy, takeAll, `${counted(jobs.length, 'job')} taken over.`)}
        >
          Take over {counted(jobs.length, 'job')}
        </Button>
      )}
      {remedy === 'confirm' && (
        <Button
          kind="quiet"
          busy={isBusy}
          onClick={() => run(remedy, takeAll, `${counted(jobs.length, 'job')} confirmed.`)}
        >
          Confirm {counted(jobs.length, 'job')}
        </Button>
      )}
      <ConnectProblem failure={failure} onConnect={onConnect} />
    </Notice>
  );
}
