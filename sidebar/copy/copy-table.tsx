import { useEffect, useState } from 'preact/hooks';
import { useNews } from '../news.tsx';
import { Fold } from '../parts/fold.tsx';
import { Loading } from '../parts/loading.tsx';
import { Problem } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';
import { CopyButtons } from './copy-buttons.tsx';

export function CopyTable() {
  return (
    <Fold title="Copy a table">
      <Choice />
    </Fold>
  );
}

function Choice() {
  const [tables, setTables] = useState<readonly string[]>();
  const [chosen, setChosen] = useState('');
  const loading = useTask();
  useEffect(() => {
    loading.run(server.listTables).then(setTables);
  }, []);
  useNews(async () => {
    const there = await server.listTables().catch(() => undefined);
    if (there) setTables(there);
  });
  const table = tables?.includes(chosen) ? chosen : tables?.[0];
  return (
    <div class="stack">
      {loading.busy && <Loading>Loading tables…</Loading>}
      <Problem failure={loading.failure} />
      {tables?.length === 0 && <p class="hint">No tables yet. Pull one first.</p>}
      {tables && table !== undefined && (
        <>
          <Select
            label="Table"
            hint="Copies the visible columns, including your own."
            options={tables.map((name) => [name, name] as const)}
            value={table}
            onChange={setChosen}
          />
          <CopyButtons key={table} table={table} />
        </>
      )}
    </div>
  );
}
