/** The Connect tab: a welcome at first, then the connections, their form, and what may be kept of buyers. */
import { useEffect, useState } from 'preact/hooks';
import type { State } from '../../src/app/state-view.ts';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Heading } from '../parts/heading.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import type { ServerState } from '../server-view.ts';
import { useTask } from '../task.ts';
import { BuyerData } from './buyer-data.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionItem } from './connection-item.tsx';
import type { DemoFilled } from './demo-run.ts';
import { Welcome } from './welcome.tsx';

interface Props {
  readonly serverState: ServerState;
  readonly state: State;
  onPull(): void;
}

export function Connect({ serverState: { outsideChanges, load, keep }, state, onPull }: Props) {
  const [form, setForm] = useState<'closed' | 'new' | ConnectionSummary>('closed');
  const [result, setResult] = useState<DemoFilled>();
  const demo = useTask();
  const announce = useAnnounce();
  const { connections, consent } = state;
  // The message may not be true any more.
  useEffect(() => setResult(undefined), [outsideChanges]);
  function report(message: string, complete = true) {
    setResult({ message, complete });
    announce(message);
  }
  async function saved(connection: ConnectionSummary) {
    await load();
    setForm('closed');
    report(`"${connection.name}" is saved. Test it to see whether the marketplace lets it in.`);
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
  const message = result && (
    <Notice kind={result.complete ? 'good' : 'note'}>
      <p>{result.message}</p>
    </Notice>
  );
  // The demo shop is connected long before its tables are filled.
  if (connections.length === 0 || demo.busy)
    return (
      <>
        {message}
        <Welcome
          demo={demo}
          onNew={() => setForm('new')}
          onDemo={async ({ message, complete }) => {
            await load();
            report(message, complete);
          }}
        />
      </>
    );
  return (
    <>
      {message}
      <Problem failure={demo.failure} />
      <Heading>Connections</Heading>
      <ul class="cards">
        {connections.map((connection) => (
          <ConnectionItem
            key={connection.name}
            connection={connection}
            only={connections.length === 1}
            onTest={() => setResult(undefined)}
            onEdit={() => {
              setResult(undefined);
              setForm(connection);
            }}
            onDefault={load}
            onRemoved={async (message) => {
              await load();
              report(message);
            }}
          />
        ))}
      </ul>
      <div class="buttons">
        <Button
          onClick={() => {
            setResult(undefined);
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
