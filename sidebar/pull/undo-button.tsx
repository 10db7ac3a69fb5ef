/** Undoes the pull that has just ended. */
import { useState } from 'preact/hooks';
import type { UndoResult } from '../../src/app/undo-last.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';

interface Props {
  readonly run: string;
  onUndone(): void;
}

export function UndoButton({ run, onUndone }: Props) {
  const [result, setResult] = useState<UndoResult>();
  const undoing = useTask();
  const announce = useAnnounce();
  async function undo() {
    const undone = await undoing.run(() => server.undoLast(run));
    setResult(undone);
    if (!undone) return;
    onUndone();
    announce(undone.message);
  }
  return (
    <>
      <Problem failure={undoing.failure} />
      {result ? (
        <Notice kind={result.conflicts.length > 0 ? 'note' : 'good'}>
          <p>{result.message}</p>
        </Notice>
      ) : (
        <Button busy={undoing.busy} onClick={undo}>
          Take this pull back
        </Button>
      )}
    </>
  );
}
