/** The user's display name and Google account type. */
import { useState } from 'preact/hooks';
import type { ScheduleView } from '../../src/app/schedule-view.ts';
import { Button } from '../parts/button.tsx';
import { Input } from '../parts/input.tsx';
import { Problem } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { server } from '../transport.ts';
import { type ActionListener, useAction } from './action.ts';

const ACCOUNTS = [
  ['consumer', 'Free account'],
  ['workspace', 'Google Workspace'],
] as const;

interface Props {
  readonly schedule: ScheduleView;
  readonly listener: ActionListener;
}

export function UserForm({ schedule: { me, triggers }, listener }: Props) {
  const [name, setName] = useState(me.name);
  const [account, setAccount] = useState(me.account);
  const { busy, failure, run } = useAction(listener);
  const isShared = triggers.some(({ isMine, user }) => !isMine && user === me.name);
  return (
    <form class="stack" noValidate>
      <Input
        label="Your name"
        placeholder="The shop's owner"
        hint={
          isShared
            ? `Someone else uses the name "${me.name}". Enter a different one.`
            : 'Shown next to your jobs; everyone with access can see it.'
        }
        invalid={isShared}
        value={name}
        onChange={setName}
      />
      <Select
        label="Google account type"
        hint="Free accounts run jobs every 10 minutes, for up to 90 minutes per day. Workspace accounts run them every 5 minutes, for up to 6 hours."
        options={ACCOUNTS}
        value={account}
        onChange={(chosen) => setAccount(chosen === 'workspace' ? chosen : 'consumer')}
      />
      <Problem failure={failure} />
      <div class="buttons">
        <Button
          submits
          busy={busy !== undefined}
          disabled={name.trim() === me.name && account === me.account}
          onClick={() =>
            run('save', () => server.describeMe({ account, ...(name.trim() === me.name ? {} : { name }) }), 'Saved.')
          }
        >
          Save
        </Button>
      </div>
    </form>
  );
}
