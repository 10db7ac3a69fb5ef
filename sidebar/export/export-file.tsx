/** Saves a table as a file, which is fetched from the server in parts. */
import { useEffect, useState } from 'preact/hooks';
import type { FileForm } from '../../src/warehouse/files.ts';
import { saveFile } from '../copy/file-and-clipboard.ts';
import { counted } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Loading } from '../parts/loading.tsx';
import { Problem } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';

const FORMS: readonly (readonly [FileForm, string])[] = [
  ['ndjson', 'NDJSON'],
  ['csv', 'CSV'],
  ['schema', 'Schema'],
];

export function ExportFile() {
  return (
    <Fold title="Export a file">
      <Choice />
    </Fold>
  );
}

function Choice() {
  const [tables, setTables] = useState<readonly string[]>();
  const [chosen, setChosen] = useState('');
  const [done, setDone] = useState('');
  const loading = useTask();
  const announce = useAnnounce();
  useEffect(() => {
    loading.run(server.listFiles).then((files) => setTables(files?.map(({ table }) => table)));
  }, []);
  const table = tables?.includes(chosen) ? chosen : tables?.[0];
  async function save(form: FileForm) {
    if (table === undefined) return;
    setDone('');
    const name = await loading.run(async () => {
      const texts: string[] = [];
      let rows: number | undefined;
      for (let from: number | undefined = 0; ; ) {
        const part: Awaited<ReturnType<typeof server.exportFile>> = await server.exportFile(table, form, from);
        // Parts are cut by row number.
        if (part.rows !== (rows ?? part.rows)) throw new Error('The table changed meanwhile. Try again.');
        rows = part.rows;
        texts.push(part.text);
        from = part.next;
        if (from !== undefined) continue;
        saveFile(part.name, texts.join(''));
        return form === 'schema' ? part.name : `${counted(part.rows, 'row')} saved to ${part.name}`;
      }
    });
    if (name === undefined) return;
    setDone(`${name}.`);
    announce(`${name}.`);
  }
  return (
    <div class="stack">
      {loading.busy && !tables && <Loading>Loading tables…</Loading>}
      {tables?.length === 0 && <p class="hint">No tables yet. Pull one first.</p>}
      {tables && table !== undefined && (
        <>
          <Select
            label="Table"
            hint="Includes all rows and fields, but not buyer data or your own columns."
            options={tables.map((name) => [name, name] as const)}
            value={table}
            onChange={setChosen}
          />
          <div class="row">
            {FORMS.map(([form, name]) => (
              <Button
                key={form}
                kind="quiet"
                label={`${name}: ${table}`}
                disabled={loading.busy}
                onClick={() => save(form)}
              >
                {name}
              </Button>
            ))}
          </div>
        </>
      )}
      {done && <p class="hint">{done}</p>}
      <Problem failure={loading.failure} />
    </div>
  );
}
