import { useEffect, useState } from 'preact/hooks';
import type { State } from '../src/app/state-view.ts';
import { Activity } from './activity/activity.tsx';
import { Connect, type ConnectionChoice } from './connect/connect.tsx';
import { Help } from './help/help.tsx';
import { Live } from './live.tsx';
import { News } from './news.tsx';
import { Button } from './parts/button.tsx';
import { Loading } from './parts/loading.tsx';
import { Problem } from './parts/notice.tsx';
import { Pull } from './pull/pull.tsx';
import { usePullSession } from './pull/pull-session.ts';
import { Schedule } from './schedule/schedule.tsx';
import { type ServerState, useServerState } from './server-view.ts';
import { Stopped } from './stopped.tsx';
import { Tabs } from './tabs.tsx';
import { Today } from './today.tsx';
import { type Failure, whenStopped } from './transport.ts';

export function App() {
  const [stopped, setStopped] = useState<Failure>();
  useEffect(() => whenStopped(setStopped), []);
  return (
    <Live>
      <h1 class="unseen">Market for Sheets</h1>
      {stopped ? (
        <Stopped failure={stopped} onRetry={() => setStopped(undefined)} />
      ) : (
        <News>
          <Page />
        </News>
      )}
    </Live>
  );
}

function Page() {
  const serverState = useServerState();
  const { state, loading, load } = serverState;
  if (state)
    return (
      <>
        <Problem failure={loading.failure} />
        <AllTabs serverState={serverState} state={state} />
      </>
    );
  return (
    <div class="panel">
      {loading.failure ? (
        <>
          <Problem failure={loading.failure} />
          <Button onClick={load}>Try again</Button>
        </>
      ) : (
        <Loading>Loading connections…</Loading>
      )}
    </div>
  );
}

function AllTabs({ serverState, state }: { readonly serverState: ServerState; readonly state: State }) {
  const { connections, consents, shared } = state;
  const [open, setOpen] = useState<'today' | 'connect' | 'pull' | 'schedule' | 'activity' | 'help'>(
    connections.length > 0 ? 'pull' : shared ? 'today' : 'connect',
  );
  const [form, setForm] = useState<ConnectionChoice>('closed');
  const session = usePullSession();
  const toConnect = () => setOpen('connect');
  function toForm() {
    setForm('new');
    toConnect();
  }
  const tabs = [
    { id: 'today', label: 'Today', panel: <Today isOpen={open === 'today'} shared={shared} onConnect={toForm} /> },
    {
      id: 'connect',
      label: 'Connect',
      panel: (
        <Connect serverState={serverState} state={state} form={form} onForm={setForm} onPull={() => setOpen('pull')} />
      ),
    },
    {
      id: 'pull',
      label: 'Pull',
      panel: (
        <Pull
          connections={connections}
          consents={consents}
          isShared={shared !== null}
          session={session}
          onConnect={toConnect}
        />
      ),
    },
    {
      id: 'schedule',
      label: 'Schedule',
      panel: <Schedule isOpen={open === 'schedule'} isConnected={connections.length > 0} onConnect={toConnect} />,
    },
    {
      id: 'activity',
      label: 'Activity',
      panel: (
        <Activity
          isOpen={open === 'activity'}
          isPulling={session.busy}
          onResume={({ operation, id }) => {
            session.resume(operation, id);
            setOpen('pull');
          }}
          onCanceled={(id) => {
            if (session.report?.id === id) session.clear();
          }}
          onConnect={toConnect}
        />
      ),
    },
    { id: 'help', label: 'Help', panel: <Help isOpen={open === 'help'} /> },
  ] as const;
  return <Tabs tabs={tabs} open={open} onOpen={(id) => setOpen(id)} />;
}
