/** The Connect tab: the welcome or shared view, connections, their form, and buyer data. */
import { useEffect, useState } from 'preact/hooks';
import type { Trial } from '../../src/account/connections.ts';
import type { State } from '../../src/app/state-view.ts';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Heading } from '../parts/heading.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import type { ServerState } from '../server-view.ts';
import { SharedTables } from '../shared-tables.tsx';
import { useTask } from '../task.ts';
import type { Failure } from '../transport.ts';
import { BuyerData, BuyerDataOfOthers } from './buyer-data.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionItem } from './connection-item.tsx';
import { ImportShop, useImport } from './import-shop.tsx';
import { OtherConnections } from './other-connections.tsx';
import { Ready } from './ready.tsx';
import { TrialResult } from './trial-result.tsx';
import { type DemoFilled, Welcome } from './welcome.tsx';

interface Result extends Partial<DemoFilled> {
  readonly message: string;
  readonly trial?: Trial;
  readonly failure?: Failure;
}

export type ConnectionChoice = 'closed' | 'new' | ConnectionSummary;

interface Props {
  readonly serverState: ServerState;
  readonly state: State;
  readonly form: ConnectionChoice;
  onForm(form: ConnectionChoice): void;
  onPull(): void;
}

export function Connect({ serverState: { outsideChanges, load }, state, form, onForm: setForm, onPull }: Props) {
  const [result, setResult] = useState<Result>();
  const demo = useTask();
  const importing = useImport(state.import, load);
  const announce = useAnnounce();
  const { connections, otherConnections, consents, consentOfOthers } = state;
  // Changes made elsewhere can make the message stale.
  useEffect(() => setResult(undefined), [outsideChanges]);
  function report(fresh: Result) {
    setResult(fresh);
    announce(fresh.message);
  }
  if (form !== 'closed')
    return (
      <ConnectionForm
        before={form === 'new' ? undefined : form}
        onSaved={load}
        onWorks={(trial, isOpen) => {
          if (isOpen) setForm('closed');
          report({ message: `"${trial.name}" was saved. ${trial.message}`, trial });
        }}
        onFails={(name, failure) => report({ message: `"${name}" was saved, but the test failed.`, failure })}
        onClose={() => setForm('closed')}
      />
    );
  const others = (
    <OtherConnections
      names={otherConnections}
      onUsed={async (name, tried) => {
        await load();
        const message = 'trial' in tried ? tried.trial.message : `You can use "${name}" here, but the test failed.`;
        report({ message, ...tried });
      }}
    />
  );
  // While the demo loads, its connection exists but its tables are incomplete.
  if (connections.length === 0 || demo.busy)
    return (
      <>
        <Message result={result} />
        {others}
        <BuyerDataOfOthers others={consentOfOthers} onChange={load} />
        {state.shared && !demo.busy ? (
          <SharedTables shared={state.shared} onConnect={() => setForm('new')} />
        ) : (
          <Welcome
            demo={demo}
            onNew={() => setForm('new')}
            onDemo={async (filled) => {
              await load();
              report(filled);
            }}
          />
        )}
      </>
    );
  return (
    <>
      {result?.height !== undefined && (
        <Ready height={result.height} onPull={onPull}>
          <Message result={result} />
        </Ready>
      )}
      <Heading>Connections</Heading>
      <ImportShop toImport={state.toImport} session={importing} />
      {/* Below the focused heading, so the message is in view. */}
      {result?.height === undefined && <Message result={result} />}
      <Problem failure={demo.failure} />
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
              report({ message });
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
      {others}
      <BuyerData consents={consents} onChange={load} />
      <BuyerDataOfOthers others={consentOfOthers} onChange={load} />
    </>
  );
}

function Message({ result }: { readonly result: Result | undefined }) {
  if (!result) return null;
  const { message, trial, failure, complete = true } = result;
  if (failure)
    return (
      <Problem failure={{ ...failure, message }}>
        <p>{failure.message}</p>
      </Problem>
    );
  if (trial) return <TrialResult trial={{ ...trial, message }} />;
  return (
    <Notice kind={complete ? 'good' : 'note'}>
      <p>{message}</p>
    </Notice>
  );
}
