/** An example formula with a button that inserts it into the active cell. */
import { useState } from 'preact/hooks';
import type { Inserted } from '../../src/app/help-actions.ts';
import { formulaText } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';

interface Props {
  readonly name: string;
  /** The example's subject, for screen readers. */
  readonly of: string;
  readonly example: readonly string[];
}

export function InsertExample({ name, of, example }: Props) {
  const [inserted, setInserted] = useState<Inserted>();
  const task = useTask();
  const announce = useAnnounce();
  async function insert() {
    setInserted(undefined);
    const done = await task.run(() => server.insertExample(name));
    setInserted(done);
    if (done) announce(`${done.formula} inserted in ${done.cell}.`);
  }
  return (
    <>
      <p class="codes">{formulaText(example)}</p>
      <div class="row">
        <Button kind="quiet" busy={task.busy} label={`Insert example: ${of}`} onClick={insert}>
          Insert
        </Button>
      </div>
      {inserted && (
        <p class="small">
          {inserted.formula} inserted in {inserted.cell}.
        </p>
      )}
      <Problem failure={task.failure} />
    </>
  );
}
