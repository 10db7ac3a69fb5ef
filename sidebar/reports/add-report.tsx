import { useEffect, useState } from 'preact/hooks';
import type { ReportChoice } from '../../src/app/report-actions.ts';
import { useAnnounce } from '../live.tsx';
import { useNews } from '../news.tsx';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Loading } from '../parts/loading.tsx';
import { Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';

export function AddReport() {
  return (
    <Fold title="Add a report">
      <Reports />
    </Fold>
  );
}

function Reports() {
  const [reports, setReports] = useState<readonly ReportChoice[]>();
  const loading = useTask();
  const load = () => loading.run(server.listReports).then(setReports);
  useEffect(() => {
    load();
  }, []);
  useNews(async () => {
    const there = await server.listReports().catch(() => undefined);
    if (there) setReports(there);
  });
  return (
    <div class="stack">
      {loading.busy && <Loading>Loading reports…</Loading>}
      <Problem failure={loading.failure} />
      <ul class="lines">
        {reports?.map((report) => (
          <Report key={report.name} report={report} />
        ))}
      </ul>
    </div>
  );
}

function Report({ report: { name, answers, isThere } }: { readonly report: ReportChoice }) {
  const [said, setSaid] = useState('');
  const task = useTask();
  const announce = useAnnounce();
  const [verb, what] = isThere ? ['Update', 'Update the report'] : ['Add', 'Add the report'];
  async function add() {
    setSaid('');
    const done = await task.run(() => server.addReport(name));
    if (!done) return;
    setSaid(done.message);
    announce(done.message);
  }
  return (
    <li class="stack">
      <h3>{name}</h3>
      <p>{answers}</p>
      <div class="row">
        <Button kind="quiet" busy={task.busy} label={`${what} ${name}`} onClick={add}>
          {verb}
        </Button>
      </div>
      {said !== '' && <p class="small">{said}</p>}
      <Problem failure={task.failure} />
    </li>
  );
}
