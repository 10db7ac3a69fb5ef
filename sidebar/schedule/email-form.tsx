/** Settings for the daily email and alerts. The user's schedule sends them to the user's own address. */
import { useRef, useState } from 'preact/hooks';
import type { EmailChoice } from '../../src/app/email.ts';
import type { ScheduleView } from '../../src/app/schedule-view.ts';
import { Notice, Problem } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { Switch } from '../parts/switch.tsx';
import { server } from '../transport.ts';
import { type ActionListener, useAction } from './action.ts';

const HOURS = Array.from(
  { length: 24 },
  (_, hour) => [String(hour), `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`] as const,
);

interface Props {
  readonly schedule: ScheduleView;
  readonly listener: ActionListener;
}

export function EmailForm({ schedule: { email, triggers }, listener }: Props) {
  const { busy, failure, run } = useAction(listener);
  const { daily, hour, alerts, waitsFor, problem, zone } = email;
  const save = (change: Partial<EmailChoice>) =>
    run('save', () => server.setEmail({ daily, hour, alerts, ...change }), 'Email settings saved.');
  const [chosen, setChosen] = useState<number>();
  const latest = useRef<number>(undefined);
  /** Keyboard users choose several hours while one is saved. Only the last one counts. */
  async function choose(next: number) {
    const isSaving = latest.current !== undefined;
    latest.current = next;
    setChosen(next);
    if (isSaving) return;
    let saved: number | undefined;
    do saved = latest.current;
    while ((await save({ hour: saved })) && saved !== latest.current);
    latest.current = undefined;
    setChosen(undefined);
  }
  const isOn = daily || alerts;
  const disabled = busy !== undefined || (waitsFor !== null && !isOn);
  return (
    <div class="stack">
      {waitsFor && <p class="hint">{waitsFor}</p>}
      {isOn && problem && (
        <Notice kind="bad">
          <p>{problem}</p>
        </Notice>
      )}
      {isOn && !triggers.some(({ isMine }) => isMine) && (
        <p class="hint">Your schedule is off, so no email will be sent. Turn it on above.</p>
      )}
      <Switch
        label="Email me every morning"
        hint="Sales, open findings, and the ten most urgent tasks, sent to your email address."
        on={daily}
        disabled={disabled}
        onToggle={(on) => save({ daily: on })}
      />
      {daily && (
        <Select
          label="Hour"
          hint={`In this spreadsheet's time zone: ${zone}.`}
          options={HOURS}
          value={String(chosen ?? hour)}
          onChange={(next) => choose(Number(next))}
        />
      )}
      <Switch
        label="Email me when something needs action within 24 h"
        hint="At most one email per hour and six per day. Each order or item is reported once."
        on={alerts}
        disabled={disabled}
        onToggle={(on) => save({ alerts: on })}
      />
      <Problem failure={failure} />
    </div>
  );
}
