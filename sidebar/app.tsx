/** The whole page: loads what is stored, then shows the tabs. */
import { useState } from 'preact/hooks';
import { Activity } from './activity/activity.tsx';
import { Connect } from './connect/connect.tsx';
import { Live } from './live.tsx';
import { Button } from './parts/button.tsx';
import { Loading } from './parts/loading.tsx';
import { Problem } from './parts/notice.tsx';
import { Pull } from './pull/pull.tsx';
import { usePulling } from './pull/pulling.ts';
import { Schedule } from './schedule/schedule.tsx';
import type { State } from './server.ts';
import type { Stored } from './stored.ts';
import { useStored } from './stored.ts';
import { Tabs } from './tabs.tsx';

export function App() {
  const stored = useStored();
  const { state, loading, load } = stored;
  if (state)
    return (
      <Live>
        <h1 class="unseen">Market for Sheets</h1>
        <Problem failure={loading.failure} />
        <Parts stored={stored} state={state} />
      </Live>
    );
  return (
    <Live>
      <div class="panel">
        <h1 class="unseen">Market for Sheets</h1>
        {loading.failure ? (
          <>
            <Problem failure={loading.failure} />
            <Button onClick={load}>Try again</Button>
          </>
        ) : (
          <Loading>Looking up your connections…</Loading>
        )}
      </div>
    </Live>
  );
}

function Parts({ stored, state }: { readonly stored: Stored; readonly state: State }) {
  const { connections, consent } = state;
  const [open, setOpen] = useState<'connect' | 'pull' | 'schedule' | 'activity'>(
    connections.length === 0 ? 'connect' : 'pull',
  );
  const pulling = usePulling();
  const toConnect = () => setOpen('connect');
  const tabs = [
    {
      id: 'connect',
      label: 'Connect',
      panel: <Connect stored={stored} state={state} onPull={() => setOpen('pull')} />,
    },
    {
      id: 'pull',
      label: 'Pull',
      panel: <Pull connections={connections} consent={consent} pulling={pulling} onConnect={toConnect} />,
    },
    {
      id: 'schedule',
      label: 'Schedule',
      panel: (
        <Schedule isOpen={open === 'schedule'} isConnected={connections.length > 0} onConnect={toConnect} />
      ),
    },
    {
      id: 'activity',
      label: 'Activity',
      panel: (
        <Activity
          isOpen={open === 'activity'}
          isPulling={pulling.busy}
          onGoOn={({ operation, id }) => {
            pulling.goOn(operation, id);
            setOpen('pull');
          }}
          onCancelled={(id) => {
            if (pulling.report?.id === id) pulling.clear();
          }}
          onConnect={toConnect}
        />
      ),
    },
  ] as const;
  return <Tabs tabs={tabs} open={open} onOpen={(id) => setOpen(id)} />;
}
