/** Takes the pull back that has just ended. */
import { useState } from 'preact/hooks';
import type { UndoEnd } from '../../src/app/take-back.ts';
import { call } from '../call.ts';
import { useSay } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';

interface Props {
  readonly run: string;
  onTaken(): void;
}

export function TakeBack({ run, onTaken }: Props) {
  const [end, setEnd] = useState<UndoEnd>();
  const taking = useTask();
  const say = useSay();
  async function takeBack() {
    const ended = await taking.run(() => call('undoLast', run));
    setEnd(ended);
    if (!ended) return;
    onTaken();
    say(ended.message);
  }
  return (
    <>
      <Problem failure={taking.failure} />
      {end ? (
        <Notice kind={end.conflicts.length > 0 ? 'note' : 'good'}>
          <p>{end.message}</p>
        </Notice>
      ) : (
        <Button busy={taking.busy} onClick={takeBack}>
          Take this pull back
        </Button>
      )}
    </>
  );
}
