/** Buttons that download a table as CSV or copy it. */
import { useState } from 'preact/hooks';
import { count, counted } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';
import { putOnClipboard, saveFile } from './file-and-clipboard.ts';
import { SelectedText } from './selected-text.tsx';

/** Maximum number of characters to show for manual copying. */
const MOST_SHOWN = 5_000_000;

interface Props {
  readonly table: string;
  /** Keys of the rows to download. If undefined, all rows are downloaded. */
  readonly these?: readonly string[] | undefined;
}

export function CopyButtons({ table, these }: Props) {
  const saving = useTask();
  const copying = useTask();
  const [done, setDone] = useState('');
  const [byHand, setByHand] = useState('');
  const announce = useAnnounce();

  function reset() {
    saving.clear();
    copying.clear();
    setDone('');
    setByHand('');
  }
  function report(result: string) {
    setDone(result);
    announce(result);
  }
  async function save() {
    reset();
    const copy = await saving.run(() => server.tableText(table, 'csv', these));
    if (!copy) return;
    saveFile(`${table}.csv`, copy.text);
    report(`${counted(copy.rows, 'row')}${these ? ' from this pull' : ''} saved to ${table}.csv.`);
  }
  async function copy() {
    reset();
    const copy = await copying.run(() => server.tableText(table, 'tsv'));
    if (!copy) return;
    if (await putOnClipboard(copy.text)) report(`${counted(copy.rows, 'row')} copied. Paste them anywhere.`);
    else if (copy.text.length <= MOST_SHOWN) setByHand(copy.text);
    else
      copying.fail({
        code: 'SIDEBAR',
        message: 'This table is too large to copy in the browser. Download the CSV instead.',
      });
  }
  const busy = saving.busy || copying.busy;
  return (
    <div class="stack">
      <div class="row">
        <Button
          kind="quiet"
          label={these ? `Download these ${count(these.length)}: ${table}` : `Download CSV: ${table}`}
          busy={saving.busy}
          disabled={busy}
          onClick={save}
        >
          {these ? `Download these ${count(these.length)}` : 'Download CSV'}
        </Button>
        <Button kind="quiet" label={`Copy table: ${table}`} busy={copying.busy} disabled={busy} onClick={copy}>
          Copy table
        </Button>
      </div>
      {done && <p class="hint">{done}</p>}
      {byHand && <SelectedText label={`Rows from ${table}`} text={byHand} />}
      <Problem failure={saving.failure ?? copying.failure} />
    </div>
  );
}
