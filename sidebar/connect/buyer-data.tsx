/** Settings for buyer data, which stays off until the connection's owner confirms who can see it. */
import { useState } from 'preact/hooks';
import type { Consent } from '../../src/account/person.ts';
import type { State } from '../../src/app/state-view.ts';
import { capitalized, counted } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { Switch } from '../parts/switch.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';
import { RetentionForm } from './retention-form.tsx';

/** An object, because a question that is asked again is another question. */
interface Question {
  readonly about: 'give' | 'take' | 'takeDestination';
  /** The connection. */
  readonly of: string;
}

interface Props {
  readonly consents: State['consents'];
  onChange(): Promise<void>;
}

export function BuyerData({ consents, onChange }: Props) {
  const [chosen, setChosen] = useState<string>();
  const [asking, setAsking] = useState<Question>();
  const saving = useTask();
  const announce = useAnnounce();
  const consent = consents.find(({ connection }) => connection === chosen) ?? consents[0]!;
  const { connection, buyerData, destination, retentionDays } = consent;
  const ask = (about: Question['about']) => setAsking({ about, of: connection });
  // A question about a connection that is no longer selected is not shown.
  const asked = asking?.of === connection ? asking.about : undefined;
  async function save(change: Partial<Consent>) {
    const saved = await saving.run(() => server.setConsent({ ...consent, ...change }));
    if (!saved) return;
    // The user may have opened another question meanwhile.
    setAsking((now) => (now === asking ? undefined : now));
    await onChange();
    announce('Saved.');
  }
  return (
    <section class="section">
      <h2>Buyer data</h2>
      {consents.length > 1 && (
        <Select
          label="Connection"
          options={consents.map((each) => [each.connection, each.connection] as const)}
          value={connection}
          onChange={setChosen}
        />
      )}
      <Switch
        label="Names and addresses"
        hint="Pull buyer names and full shipping addresses."
        on={buyerData}
        onToggle={(on) => ask(on ? 'give' : 'take')}
      />
      {asked === 'give' && (
        <Confirm
          title="Pull buyer names and addresses?"
          yes="Turn on"
          no="Leave off"
          busy={saving.busy}
          onYes={() => save({ buyerData: true })}
          onNo={() => setAsking(undefined)}
        >
          <p>Everyone who has access to this spreadsheet, now or later, can see them. So can anyone with a copy.</p>
          <p>
            They will be deleted after {counted(retentionDays, 'day')}. You can change the number of days once this is
            on, and anyone who can edit this spreadsheet can turn it off.
          </p>
        </Confirm>
      )}
      {asked === 'take' && (
        <Taking
          title="Delete buyer names and addresses?"
          says={`Names, contact details, and addresses will be deleted from this spreadsheet immediately${destination ? '; state and country will be kept' : ''}.`}
          busy={saving.busy}
          onYes={() => save({ buyerData: false })}
          onNo={() => setAsking(undefined)}
        />
      )}
      <Switch
        label="Destination state and country"
        hint={buyerData ? 'Included with names and addresses.' : 'No names or street addresses.'}
        on={buyerData || destination}
        disabled={buyerData}
        onToggle={(on) => (on ? save({ destination: true }) : ask('takeDestination'))}
      />
      {asked === 'takeDestination' && (
        <Taking
          title="Delete states and countries?"
          says="This immediately deletes the state and country from all orders."
          busy={saving.busy}
          onYes={() => save({ destination: false })}
          onNo={() => setAsking(undefined)}
        />
      )}
      {(buyerData || destination) && (
        <RetentionForm days={retentionDays} busy={saving.busy} onSave={(days) => save({ retentionDays: days })} />
      )}
      <Problem failure={saving.failure} />
    </section>
  );
}

interface OthersProps {
  readonly others: State['consentOfOthers'];
  onChange(): Promise<void>;
}

/** Shows other users' consent, which any editor can turn off. */
export function BuyerDataOfOthers({ others, onChange }: OthersProps) {
  const saving = useTask();
  const [isAsked, setAsked] = useState(false);
  async function turnOff() {
    if (await saving.run(() => server.setConsent({ buyerData: false, destination: false }))) await onChange();
  }
  if (others.length === 0) return null;
  return (
    <>
      <Notice kind="note">
        {others.map(({ connection, who, at }) => (
          <p key={`${connection} ${at}`}>
            {capitalized(who)} turned on buyer data for {connection}.
          </p>
        ))}
        {!isAsked && (
          <Button kind="quiet" onClick={() => setAsked(true)}>
            Turn off and delete for everyone
          </Button>
        )}
        <Problem failure={saving.failure} />
      </Notice>
      {isAsked && (
        <Confirm
          title="Delete everyone's buyer data?"
          yes="Turn off"
          no="Leave on"
          danger
          busy={saving.busy}
          onYes={turnOff}
          onNo={() => setAsked(false)}
        >
          <p>Names, contact details, and addresses will be deleted from this spreadsheet immediately.</p>
          <p>Copies and earlier versions of this spreadsheet still contain them.</p>
        </Confirm>
      )}
    </>
  );
}

interface TakingProps {
  readonly title: string;
  readonly says: string;
  readonly busy: boolean;
  onYes(): void;
  onNo(): void;
}

function Taking({ title, says, busy, onYes, onNo }: TakingProps) {
  return (
    <Confirm title={title} yes="Turn off" no="Leave on" danger busy={busy} onYes={onYes} onNo={onNo}>
      <p>{says} To get them back, turn this back on, then pull the orders again.</p>
      <p>Copies and earlier versions of this spreadsheet still contain them.</p>
    </Confirm>
  );
}
