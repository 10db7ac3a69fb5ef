import { useEffect, useState } from 'preact/hooks';
import type { ExportPlan } from '../../src/warehouse/export.ts';
import { count, counted, moment } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Fold } from '../parts/fold.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { useServerView } from '../server-view.ts';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';
import { PlaceForm } from './place-form.tsx';
import { type Sending, useSending } from './sending.ts';

export function Warehouse() {
  // An export continues while the section is closed.
  const sending = useSending();
  return (
    <Fold title="Warehouse">
      <Contents sending={sending} />
    </Fold>
  );
}

function Contents({ sending }: { readonly sending: Sending }) {
  const { view, loading, keep, reload } = useServerView(true, server.warehouse);
  const acting = useTask();
  const [plan, setPlan] = useState<ExportPlan>();
  const [asks, setAsks] = useState(false);
  const [message, setMessage] = useState('');
  const announce = useAnnounce();
  useEffect(() => {
    if (sending.ended > 0) reload();
  }, [sending.ended]);
  if (!view) return loading.failure ? <Problem failure={loading.failure} /> : <Loading>Loading…</Loading>;
  const { holdings, now } = view;
  if (!view.hasPermission) return <p class="hint">{view.waitsFor}</p>;
  const form = <PlaceForm holdings={holdings} onSaved={keep} />;
  if (!holdings)
    return (
      <div class="stack">
        <p class="hint">BigQuery keeps every version of your rows. Buyer data and your own columns are never sent.</p>
        {form}
      </div>
    );
  async function look() {
    sending.clear();
    const found = await acting.run(server.planExport);
    if (!found) return;
    setPlan(found);
    announce(planWords(found));
  }
  async function daily() {
    const added = await acting.run(() => server.addJob({ dataset: 'Warehouse', filter: '', every: 'daily' }));
    if (!added) return;
    const isOn = added.triggers.some(({ isMine }) => isMine);
    const words = isOn
      ? 'Daily export added.'
      : 'Daily export added. Turn on your schedule in the Schedule tab to run it.';
    setMessage(words);
    announce(words);
  }
  async function again() {
    setAsks(false);
    const fresh = await acting.run(server.sendEverything);
    if (fresh) keep(fresh);
    setPlan(undefined);
  }
  return (
    <div class="stack">
      <p>
        {counted(holdings.sent, 'row')} sent to {holdings.project}
        {holdings.doneAt ? `. Last complete export: ${moment(holdings.doneAt, Date.parse(now))}.` : '.'}
      </p>
      {holdings.expires && (
        <Notice kind="note">
          <p>Tables in the free BigQuery sandbox expire, so old rows stay in this spreadsheet.</p>
        </Notice>
      )}
      {plan && !sending.busy && <p class="hint">{planWords(plan)}</p>}
      {message && !sending.message && <p class="hint">{message}</p>}
      {sending.message && <p role="status">{sending.message}</p>}
      <div class="buttons">
        <Button busy={acting.busy} disabled={sending.busy} onClick={look}>
          Estimate
        </Button>
        <Button
          kind="primary"
          busy={sending.busy}
          disabled={acting.busy}
          onClick={() => {
            setPlan(undefined);
            sending.start();
          }}
        >
          Export to BigQuery
        </Button>
        {sending.busy && <Button onClick={sending.stop}>Stop</Button>}
        {!sending.busy && (
          <Button kind="quiet" disabled={acting.busy} onClick={daily}>
            Export daily
          </Button>
        )}
      </div>
      <Problem failure={sending.failure ?? acting.failure ?? loading.failure} />
      <Fold title="Change the project or send again">
        <div class="stack">
          {form}
          {asks ? (
            <Confirm
              title="Send everything again?"
              yes="Send again"
              no="Cancel"
              onYes={again}
              onNo={() => setAsks(false)}
            >
              All rows will be sent to BigQuery again. Its views will still show each row once.
            </Confirm>
          ) : (
            <Button kind="quiet" disabled={sending.busy} onClick={() => setAsks(true)}>
              Send everything again
            </Button>
          )}
        </div>
      </Fold>
    </div>
  );
}

function planWords({ total, calls, megabytes, minutes }: ExportPlan): string {
  if (total === 0) return 'All rows have been sent.';
  return `${counted(total, 'row')} (${count(megabytes)} MB): about ${counted(calls, 'call')} and ${counted(minutes, 'minute')}.`;
}
