/** Whether jobs run by themselves: the schedule of this person, and those of others. */
import type { ScheduleView, Trigger } from '../../src/app/schedule-view.ts';
import { call } from '../call.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Moment } from '../parts/moment.tsx';
import { Problem } from '../parts/notice.tsx';
import { ConnectLink } from '../pull/connect-link.tsx';
import { every } from '../words.ts';
import type { Teller } from './acting.ts';
import { useActing } from './acting.ts';
import { turnOn } from './turning.ts';

interface Props {
  readonly schedule: ScheduleView;
  readonly teller: Teller;
  onConnect(): void;
}

export function TriggerCard({ schedule, teller, onConnect }: Props) {
  const { busy, failure, act } = useActing(teller);
  const { triggers, now } = schedule;
  const mine = triggers.find(({ isMine }) => isMine);
  const others = triggers.filter(({ isMine }) => !isMine);
  return (
    <section class="card plan">
      <div class="title">
        <h2>Your schedule</h2>
        <Badge kind={mine ? KINDS[mine.state] : 'quiet'}>{mine?.state ?? 'off'}</Badge>
      </div>
      <p>{mine ? <Rhythm trigger={mine} now={now} /> : 'Your jobs do not run by themselves.'}</p>
      {others.map((trigger) => (
        <p class="hint" key={trigger.person}>
          {trigger.person}: <Rhythm trigger={trigger} now={now} />
        </p>
      ))}
      <div class="row">
        {mine?.state !== 'on' && (
          <Button
            kind="quiet"
            busy={busy === 'on'}
            onClick={() => act('on', () => turnOn(schedule), 'The schedule is on.')}
          >
            Turn on
          </Button>
        )}
        {mine && (
          <Button
            kind="quiet"
            busy={busy === 'off'}
            onClick={() => act('off', () => call('turnOff'), 'The schedule is off.')}
          >
            Turn off
          </Button>
        )}
      </div>
      <Problem failure={failure}>
        <ConnectLink codes={[failure?.code ?? '']} onConnect={onConnect} />
      </Problem>
    </section>
  );
}

const KINDS = { on: 'good', late: 'bad' } as const;

function Rhythm({ trigger, now }: { readonly trigger: Trigger; readonly now: string }) {
  const { state, lastAt } = trigger;
  return (
    <>
      {state === 'late' ? 'Should run' : 'Runs'} {every(trigger.everyMinutes)};{' '}
      {lastAt === null ? (
        'has not come yet'
      ) : (
        <>
          came last <Moment at={lastAt} now={now} />
        </>
      )}
      .
    </>
  );
}
