/** One formula: what it gives, what it takes, and its example, which a button puts into the active cell. */
import { useState } from 'preact/hooks';
import type { Inserted } from '../../src/app/help-actions.ts';
import type { FormulaHelp as Formula } from '../../src/help/reference.ts';
import { formulaText } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';

export function FormulaHelp({ formula }: { readonly formula: Formula }) {
  const { name, summary, example, arguments: taken, age } = formula;
  const [inserted, setInserted] = useState<Inserted>();
  const task = useTask();
  const announce = useAnnounce();
  async function insert() {
    setInserted(undefined);
    const done = await task.run(() => server.insertExample(name));
    setInserted(done);
    if (done) announce(`${done.formula} is in ${done.cell} now.`);
  }
  return (
    <li class="stack">
      <h3>{name}</h3>
      <p>{summary}</p>
      <p class="codes">{formulaText(example)}</p>
      <div class="row">
        <Button kind="quiet" busy={task.busy} label={`Insert the example of ${name}`} onClick={insert}>
          Insert
        </Button>
      </div>
      {inserted && (
        <p class="small">
          {inserted.formula} is in {inserted.cell} now.
        </p>
      )}
      <Problem failure={task.failure} />
      <details>
        <summary>What to give it</summary>
        <dl class="meanings">
          {taken.map(([argument, help]) => (
            <div key={argument}>
              <dt>{argument}</dt>
              <dd>{help}</dd>
            </div>
          ))}
        </dl>
        {age !== '' && <p class="small">An answer is given again for {age} without a call.</p>}
      </details>
    </li>
  );
}
