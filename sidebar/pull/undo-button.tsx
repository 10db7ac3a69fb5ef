import { useState } from 'preact/hooks';
import type { UndoResult } from '../../src/app/undo-run.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { useFocusWhenLost } from '../parts/focus-when-lost.ts';
import { Notice, Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';

interface Props {
  readonly run: string;
  /** Whether to show the button. The result is always shown. */
  readonly isOffered: boolean;
  readonly kind?: 'plain' | 'quiet';
  /** Label for screen readers, to distinguish several buttons. */
  readonly label?: string;
  readonly children: string;
  onUndone(): void;
}

export function UndoButton({ run, isOffered, kind = 'plain', label, children, onUndone }: Props) {
  const [result, setResult] = useState<UndoResult>();
  const undoing = useTask();
  const announce = useAnnounce();
  async function undo() {
    const undone = await undoing.run(() => server.undoRun(run));
    setResult(undone);
    if (!undone) return;
    onUndone();
    announce(undone.message);
  }
  return (
    <>
      <Problem failure={undoing.failure} />
      {result ? (
        <Done result={result} />
      ) : (
        isOffered && (
          <Button kind={kind} label={label} busy={undoing.busy} onClick={undo}>
            {children}
          </Button>
        )
      )}
    </>
  );
}

function Done({ result: { conflicts, message } }: { readonly result: UndoResult }) {
  return (
    <div tabIndex={-1} ref={useFocusWhenLost<HTMLDivElement>()}>
      <Notice kind={conflicts.length > 0 ? 'note' : 'good'}>
        <p>{message}</p>
      </Notice>
    </div>
  );
}
