/** Saves the form as a job. */
import { useState } from 'preact/hooks';
import type { PullInput } from '../../src/app/pulls.ts';
import type { OperationForm } from '../../src/build/form-data.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Input } from '../parts/input.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { cadencesOf } from '../schedule/cadences.ts';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';
import { relabeled } from './form-values.ts';

interface Props {
  readonly form: OperationForm;
  request(): PullInput;
}

export function KeepPull({ form, request }: Props) {
  const [every, setEvery] = useState('');
  const [message, setMessage] = useState('');
  const keeping = useTask();
  const announce = useAnnounce();
  async function keep() {
    setMessage('');
    const { operation, params } = request();
    const kept = await keeping.run(() => server.keepPull({ operation, ...(params ? { params } : {}) }, every));
    if (!kept) return;
    setMessage(kept.message);
    announce(kept.message);
  }
  return (
    <Fold title="Repeat this pull">
      <form class="stack" noValidate>
        <Input
          label="Every"
          placeholder="Choose or type"
          hint="Adds a job. You can pause or change it in Schedule."
          proposals={cadencesOf(form.job)}
          invalid={keeping.failure?.message.startsWith('Every') === true}
          value={every}
          onChange={setEvery}
        />
        <Problem
          failure={keeping.failure && { ...keeping.failure, message: relabeled(keeping.failure.message, form) }}
        />
        {message && (
          <Notice kind="good">
            <p>{message}</p>
          </Notice>
        )}
        <div class="buttons">
          <Button submits busy={keeping.busy} onClick={keep}>
            Save as a job
          </Button>
        </div>
      </form>
    </Fold>
  );
}
