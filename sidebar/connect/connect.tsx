/** The Connect tab: a welcome at first, then the connections, their form, and what may be kept of buyers. */
import { useState } from 'preact/hooks';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import { useSay } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Heading } from '../parts/heading.tsx';
import { Notice } from '../parts/notice.tsx';
import type { State } from '../server.ts';
import { BuyerData } from './buyer-data.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionItem } from './connection-item.tsx';
import type { DemoEnd } from './demo-run.ts';
import { Welcome } from './welcome.tsx';

interface Props {
  readonly state: State;
  onChange(state: State): void;
  onReload(): Promise<void>;
  onPull(): void;
}

export function Connect({ state, onChange, onReload, onPull }: Props) {
  const [form, setForm] = useState<'closed' | 'new' | ConnectionSummary>('closed');
  const [news, setNews] = useState<DemoEnd>();
  const say = useSay();
  const { connections, consent } = state;
  function tell(message: string, complete = true) {
    setNews({ message, complete });
    say(message);
  }
  async function saved(connection: ConnectionSummary) {
    await onReload();
    setForm('closed');
    tell(`"${connection.name}" is saved. Test it to see whether the marketplace lets it in.`);
  }

  if (form !== 'closed')
    return (
      <ConnectionForm
        before={form === 'new' ? undefined : form}
        names={connections.map(({ name }) => name)}
        onSaved={saved}
        onClose={() => setForm('closed')}
      />
    );
  const latest = news && (
    <Notice kind={news.complete ? 'good' : 'note'}>
      <p>{news.message}</p>
    </Notice>
  );
  if (connections.length === 0)
    return (
      <>
        {latest}
        <Welcome
          onNew={() => setForm('new')}
          onDemo={async ({ message, complete }) => {
            await onReload();
            tell(message, complete);
          }}
        />
      </>
    );
  return (
    <>
      {latest}
      <Heading>Connections</Heading>
      <ul class="cards">
        {connections.map((connection) => (
          <ConnectionItem
            key={connection.name}
            connection={connection}
            only={connections.length === 1}
            onEdit={() => {
              setNews(undefined);
              setForm(connection);
            }}
            onDefault={onReload}
            onRemoved={async (message) => {
              await onReload();
              tell(message);
            }}
          />
        ))}
      </ul>
      <div class="buttons">
        <Button
          onClick={() => {
            setNews(undefined);
            setForm('new');
          }}
        >
          Add a connection
        </Button>
        <Button kind="primary" onClick={onPull}>
          Pull data
        </Button>
      </div>
      <BuyerData consent={consent} onChange={(changed) => onChange({ ...state, consent: changed })} />
    </>
  );
}
