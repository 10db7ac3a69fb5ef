/** Lists waiting and running pulls. */
import { useEffect, useState } from 'preact/hooks';
import type { ActivityView } from '../../src/app/activity-view.ts';
import { titleOf } from '../build-constants.ts';
import { counted } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { ConnectProblem } from '../parts/connect-link.tsx';
import { Moment } from '../parts/moment.tsx';
import { Notice } from '../parts/notice.tsx';
import { keptText } from '../pull/outcome.ts';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';
import { startedBy } from './started-by.ts';

type OpenPull = ActivityView['open'][number];

interface Props {
  readonly pulls: readonly OpenPull[];
  readonly now: string;
  readonly isOpen: boolean;
  readonly isPulling: boolean;
  onResume(pull: OpenPull): void;
  onCanceled(id: string): void;
  /** Called after a pull is canceled or resumed through its job. */
  onEnded(): Promise<void>;
  onConnect(): void;
}

export function OpenPulls({ pulls, now, isOpen, isPulling, onResume, onCanceled, onEnded, onConnect }: Props) {
  const [message, setMessage] = useState('');
  const [hasFailed, setFailed] = useState(false);
  const [busy, setBusy] = useState('');
  const ending = useTask();
  const announce = useAnnounce();
  // Clears the message of an earlier action.
  useEffect(() => setMessage(''), [isOpen]);
  async function end(button: string, work: () => Promise<string>) {
    setBusy(button);
    setFailed(false);
    const result = await ending.run(async () => {
      const done = await work();
      await onEnded();
      return done;
    });
    setMessage(result ?? '');
    if (result) announce(result);
  }
  const cancel = ({ id, operation }: OpenPull) =>
    end(`cancel ${id}`, async () => {
      const report = await server.cancelPull(id);
      onCanceled(id);
      return `${titleOf(operation)} canceled. ${keptText(report)}`;
    });
  /** Resumes a job's pull by running the job, which records the progress. */
  function resume(pull: OpenPull) {
    const { id, job } = pull;
    if (job === null) onResume(pull);
    else
      end(`go ${id}`, async () => {
        const { message, hasFailed = false } = await server.refreshNow(job);
        setFailed(hasFailed);
        return message;
      });
  }
  const isBusy = (button: string) => ending.busy && busy === button;
  return (
    <section class="stack">
      <h3>In progress</h3>
      {message && (
        <Notice kind={hasFailed ? 'note' : 'good'}>
          <p>{message}</p>
        </Notice>
      )}
      {pulls.length === 0 ? (
        <p class="hint">No pulls in progress.</p>
      ) : (
        <ul class="cards" aria-label="In progress">
          {pulls.map((pull) => (
            <li class="card" key={pull.id}>
              <div class="title">
                <h4>{titleOf(pull.operation)}</h4>
                <Badge kind={pull.state === 'running' ? 'plain' : 'note'}>{pull.state}</Badge>
              </div>
              <p class="hint">
                {counted(pull.callsLeft, 'call')} left ({startedBy(pull.why)}, {pull.who}).
                {pull.resumeAt && pull.resumeAt > now && (
                  <>
                    {' '}
                    Next calls available <Moment at={pull.resumeAt} now={now} />.
                  </>
                )}
              </p>
              {pull.whatToDo && <p class="small">{pull.whatToDo}</p>}
              {(pull.state !== 'running' || pull.job === null) && (
                <div class="row">
                  {pull.isMine && pull.state !== 'running' && (
                    <Button
                      kind="quiet"
                      busy={isBusy(`go ${pull.id}`)}
                      disabled={ending.busy || (isPulling && pull.job === null)}
                      label={`Resume: ${titleOf(pull.operation)}`}
                      onClick={() => resume(pull)}
                    >
                      Resume
                    </Button>
                  )}
                  <Button
                    kind="quiet"
                    busy={isBusy(`cancel ${pull.id}`)}
                    disabled={ending.busy}
                    label={`Cancel: ${titleOf(pull.operation)}`}
                    onClick={() => cancel(pull)}
                  >
                    Cancel
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <ConnectProblem failure={ending.failure} onConnect={onConnect} />
    </section>
  );
}
