/** The Connect tab: a welcome at first, then the connections, their form, and what may be kept of buyers. */
import { useEffect, useState } from 'preact/hooks';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import { useSay } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Heading } from '../parts/heading.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import type { State } from '../server.ts';
import type { Stored } from '../stored.ts';
import { useTask } from '../task.ts';
import { BuyerData } from './buyer-data.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionItem } from './connection-item.tsx';
import type { DemoEnd } from './demo-run.ts';
import { Welcome } from './welcome.tsx';

interface Props {
  readonly stored: Stored;
  readonly state: State;
  onPull(): void;
}

export function Connect({ stored: { surprises, load, keep }, state, onPull }: Props) {
  const [form, setForm] = useState<'closed' | 'new' | ConnectionSummary>('closed');
  const [news, setNews] = useState<DemoEnd>();
  const demo = useTask();
  const say = useSay();
  const { connections, consent } = state;
  // What was told may not be so any more.
  useEffect(() => setNews(undefined), [surprises]);
  function tell(message: string, complete = true) {
    setNews({ message, complete });
    say(message);
  }
  async function saved(connection: ConnectionSummary) {
    await load();
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
  // The demo shop is connected long before its tables are filled.
  if (connections.length === 0 || demo.busy)
    return (
      <>
        {latest}
        <Welcome
          demo={demo}
          onNew={() => setForm('new')}
          onDemo={async ({ message, complete }) => {
            await load();
            tell(message, complete);
          }}
        />
      </>
    );
  return (
    <>
      {latest}
      <Problem failure={demo.failure} />
      <Heading>Connections</Heading>
      <ul class="cards">
        {connections.map((connection) => (
          <ConnectionItem
            key={connection.name}
            connection={connection}
            only={connections.length === 1}
            onTest={() => setNews(undefined)}
            onEdit={() => {
              setNews(undefined);
              setForm(connection);
            }}
            onDefault={load}
            onRemoved={async (message) => {
              await load();
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
      <BuyerData consent={consent} onChange={(changed) => keep({ ...state, consent: changed })} />
    </>
  );
}
