import type { ScheduleView, TriggerView } from '../../src/app/schedule-view.ts';
import { capitalized, every } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { ConnectProblem } from '../parts/connect-link.tsx';
import { Moment } from '../parts/moment.tsx';
import { server } from '../transport.ts';
import { type ActionListener, useAction } from './action.ts';

interface Props {
  readonly schedule: ScheduleView;
  readonly listener: ActionListener;
  onConnect(): void;
}

export function TriggerCard({ schedule, listener, onConnect }: Props) {
  const { busy, failure, run } = useAction(listener);
  const { triggers, jobs, now, advice } = schedule;
  const hasJobs = jobs.some(({ isMine }) => isMine);
  const mine = triggers.find(({ isMine }) => isMine);
  const others = triggers.filter(({ isMine }) => !isMine);
  return (
    <section class="card plan">
      <div class="title">
        <h2>Your schedule</h2>
        <Badge kind={mine ? KINDS[mine.state] : 'quiet'}>{mine?.state ?? 'off'}</Badge>
      </div>
      <p>
        {mine ? (
          <Health trigger={mine} now={now} />
        ) : hasJobs ? (
          'Your jobs are not running automatically.'
        ) : (
          'You have no jobs here.'
        )}
      </p>
      {others.map((trigger) => (
        <p class="hint" key={trigger.id}>
          {capitalized(trigger.user)}: <Health trigger={trigger} now={now} />
        </p>
      ))}
      <div class="row">
        {(mine || hasJobs) && mine?.state !== 'on' && advice?.remedy !== 'turnOn' && (
          <Button
            kind="quiet"
            busy={busy === 'on'}
            disabled={busy !== undefined}
            onClick={() => run('on', () => turnOn(schedule), 'The schedule is on.')}
          >
            Turn on
          </Button>
        )}
        {mine && (
          <Button
            kind="quiet"
            busy={busy === 'off'}
            disabled={busy !== undefined}
            onClick={() => run('off', server.turnOff, 'The schedule is off.')}
          >
            Turn off
          </Button>
        )}
      </div>
      <ConnectProblem failure={failure} onConnect={onConnect} />
    </section>
  );
}

/** Replaces an existing trigger, because Google keeps listing triggers it has disabled. */
export async function turnOn({ triggers }: ScheduleView): Promise<ScheduleView> {
  if (triggers.some(({ isMine }) => isMine)) await server.turnOff();
  return server.turnOn();
}

const KINDS = { on: 'good', late: 'bad' } as const;

function Health({ trigger, now }: { readonly trigger: TriggerView; readonly now: string }) {
  const { state, lastAt, nextAt } = trigger;
  return (
    <>
      {state === 'late' ? 'Due' : 'Runs'} {every(trigger.everyMinutes)}.
      {lastAt !== null && (
        <>
          {' '}
          Last run <Moment at={lastAt} now={now} />.
        </>
      )}
      {nextAt !== null && (
        <>
          {' '}
          {lastAt === null ? 'First' : 'Next'} run <Moment at={nextAt} now={now} />.
        </>
      )}
    </>
  );
}
