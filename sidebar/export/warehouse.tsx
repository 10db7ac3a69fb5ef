/** The warehouse: where rows go, what the next export costs, and how it goes on. */
import { useState } from 'preact/hooks';
import type { SendPlan } from '../../src/schedule/ports.ts';
import { count, counted, moment } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Fold } from '../parts/fold.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { useServerView } from '../server-view.ts';
import { server } from '../transport.ts';
import { PlaceForm } from './place-form.tsx';
import { useSending } from './sending.ts';

export function Warehouse() {
  return (
    <Fold title="Warehouse" filled={0} refused={false}>
      <Contents />
    </Fold>
  );
}

/** Made when the fold is opened, and then asks how it stands. */
function Contents() {
  const { view, loading, keep, reload } = useServerView(true, server.warehouse);
  const sending = useSending(reload);
  const [plan, setPlan] = useState<SendPlan>();
  const [asks, setAsks] = useState(false);
  const [message, setMessage] = useState('');
  const announce = useAnnounce();
  if (!view) return loading.failure ? <Problem failure={loading.failure} /> : <Loading>Looking…</Loading>;
  const { holdings, now } = view;
  if (!view.isBuilt) return <p class="hint">{view.waitsFor}</p>;
  const form = <PlaceForm holdings={holdings} onSaved={keep} />;
  if (!holdings)
    return (
      <div class="stack">
        <p class="hint">
          BigQuery keeps what the workbook lets go. Data of buyers and columns of your own never leave.
        </p>
        {form}
      </div>
    );
  async function look() {
    sending.clear();
    const found = await loading.run(server.planExport);
    if (!found) return;
    setPlan(found);
    announce(planWords(found));
  }
  async function daily() {
    const added = await loading.run(() => server.addJob({ dataset: 'Warehouse', filter: '', every: 'daily' }));
    if (!added) return;
    const isOn = added.triggers.some(({ isMine }) => isMine);
    const words = `It is a job now${isOn ? '.' : '; turn your schedule on in the tab Schedule, so that it runs by itself.'}`;
    setMessage(words);
    announce(words);
  }
  async function again() {
    setAsks(false);
    const fresh = await loading.run(server.sendEverything);
    if (fresh) keep(fresh);
    setPlan(undefined);
  }
  return (
    <div class="stack">
      <p>
        {counted(holdings.sent, 'row')} sent to {holdings.project}
        {holdings.doneAt ? `; complete ${moment(holdings.doneAt, Date.parse(now))}.` : '.'}
        {holdings.waiting > 0 && ` ${counted(holdings.waiting, 'row')} waiting.`}
      </p>
      {holdings.expires && (
        <Notice kind="note">
          <p>Its tables expire, as in the free sandbox, so no row leaves the workbook for it.</p>
        </Notice>
      )}
      {plan && !sending.busy && <p class="hint">{planWords(plan)}</p>}
      {message && !sending.message && <p class="hint">{message}</p>}
      {sending.message && <p role="status">{sending.message}</p>}
      <div class="buttons">
        <Button busy={loading.busy} disabled={sending.busy} onClick={look}>
          Plan
        </Button>
        <Button
          kind="primary"
          busy={sending.busy}
          disabled={loading.busy}
          onClick={() => {
            setPlan(undefined);
            sending.start();
          }}
        >
          Export to BigQuery
        </Button>
        {sending.busy && <Button onClick={sending.stop}>Stop</Button>}
        {!sending.busy && (
          <Button kind="quiet" disabled={loading.busy} onClick={daily}>
            Do this every day
          </Button>
        )}
      </div>
      <Problem failure={sending.failure ?? loading.failure} />
      <Fold title="Another project, everything again" filled={0} refused={false}>
        <div class="stack">
          {form}
          {asks ? (
            <Confirm
              title="Send everything again?"
              yes="Send it"
              no="Leave it"
              onYes={again}
              onNo={() => setAsks(false)}
            >
              The logs get every row of the workbook once more; the views show each row once.
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

function planWords({ total, calls, megabytes, minutes }: SendPlan): string {
  if (total === 0) return 'Nothing is new: no call would be made.';
  return `At most ${counted(total, 'row')} (${count(megabytes)} MB), about ${counted(calls, 'call')} of the day's and ${counted(minutes, 'minute')}.`;
}
