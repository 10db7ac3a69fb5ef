/** The whole page: loads what is stored, then shows the tabs. */
import { useEffect, useState } from 'preact/hooks';
import { call } from './call.ts';
import { Connect } from './connect/connect.tsx';
import { Live } from './live.tsx';
import { Button } from './parts/button.tsx';
import { Loading } from './parts/loading.tsx';
import { Problem } from './parts/notice.tsx';
import { Pull } from './pull/pull.tsx';
import type { State } from './server.ts';
import { Tabs } from './tabs.tsx';
import { useTask } from './task.ts';

export function App() {
  const [state, setState] = useState<State>();
  const [open, setOpen] = useState<'connect' | 'pull'>();
  const loading = useTask();
  async function load() {
    const loaded = await loading.run(() => call('state'));
    if (!loaded) return;
    setState(loaded);
    setOpen((before) => before ?? (loaded.connections.length === 0 ? 'connect' : 'pull'));
  }
  useEffect(() => {
    load();
  }, []);

  if (!state || !open)
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
  const { connections, consent } = state;
  const tabs = [
    {
      id: 'connect',
      label: 'Connect',
      panel: <Connect state={state} onChange={setState} onReload={load} onPull={() => setOpen('pull')} />,
    },
    {
      id: 'pull',
      label: 'Pull',
      panel: <Pull connections={connections} consent={consent} onConnect={() => setOpen('connect')} />,
    },
  ] as const;
  return (
    <Live>
      <h1 class="unseen">Market for Sheets</h1>
      <Problem failure={loading.failure} />
      <Tabs tabs={tabs} open={open} onOpen={(id) => setOpen(id === 'pull' ? 'pull' : 'connect')} />
    </Live>
  );
}
