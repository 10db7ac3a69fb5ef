/** Desks: each answers a question of a seller on a sheet of its own, which is made when it is asked for. */
import { useEffect, useState } from 'preact/hooks';
import type { DeskChoice } from '../../src/app/desk-actions.ts';
import { useAnnounce } from '../live.tsx';
import { useNews } from '../news.tsx';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Loading } from '../parts/loading.tsx';
import { Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';

export function AddDesk() {
  return (
    <Fold title="Add a desk" filled={0} refused={false}>
      <Desks />
    </Fold>
  );
}

/** Made when the fold is opened, and then asks which desks there are. */
function Desks() {
  const [desks, setDesks] = useState<readonly DeskChoice[]>();
  const loading = useTask();
  const load = () => loading.run(server.listDesks).then(setDesks);
  useEffect(() => {
    load();
  }, []);
  useNews(async () => {
    const there = await server.listDesks().catch(() => undefined);
    if (there) setDesks(there);
  });
  return (
    <div class="stack">
      {loading.busy && <Loading>Looking for desks…</Loading>}
      <Problem failure={loading.failure} />
      <ul class="lines">
        {desks?.map((desk) => (
          <Desk key={desk.name} desk={desk} />
        ))}
      </ul>
    </div>
  );
}

function Desk({ desk: { name, answers, isThere } }: { readonly desk: DeskChoice }) {
  const [said, setSaid] = useState('');
  const task = useTask();
  const announce = useAnnounce();
  const [verb, what] = isThere ? ['Update', 'Update the desk'] : ['Add', 'Add the desk'];
  async function add() {
    setSaid('');
    const done = await task.run(() => server.addDesk(name));
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
