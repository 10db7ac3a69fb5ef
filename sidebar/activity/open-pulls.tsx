/** Pulls that wait, or that an execution has at this moment. */
import { useEffect, useState } from 'preact/hooks';
import type { Activity } from '../../src/app/activity-view.ts';
import { call } from '../call.ts';
import { titleOf } from '../forms.ts';
import { useSay } from '../live.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Moment } from '../parts/moment.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { ConnectLink } from '../pull/connect-link.tsx';
import { useTask } from '../task.ts';
import { counted } from '../words.ts';
import { beginnings } from './beginnings.ts';

type OpenPull = Activity['open'][number];

interface Props {
  readonly pulls: readonly OpenPull[];
  readonly now: string;
  readonly isOpen: boolean;
  readonly isPulling: boolean;
  onGoOn(pull: OpenPull): void;
  onCancelled(id: string): void;
  /** One was ended, or has gone on with its job. */
  onEnded(): Promise<void>;
  onConnect(): void;
}

export function OpenPulls({ pulls, now, isOpen, isPulling, onGoOn, onCancelled, onEnded, onConnect }: Props) {
  const [news, setNews] = useState('');
  const [busy, setBusy] = useState('');
  const ending = useTask();
  const say = useSay();
  // What was told belongs to what was done before.
  useEffect(() => setNews(''), [isOpen]);
  async function end(button: string, work: () => Promise<string>) {
    if (ending.busy) return;
    setBusy(button);
    const said = await ending.run(async () => {
      const told = await work();
      await onEnded();
      return told;
    });
    setNews(said ?? '');
    if (said) say(said);
  }
  const cancel = ({ id, operation }: OpenPull) =>
    end(`cancel ${id}`, async () => {
      await call('cancelPull', id);
      onCancelled(id);
      return `${titleOf(operation)} is cancelled. Rows that arrived stay.`;
    });
  /** A pull of a job goes on with it, so that the job knows how far it is. */
  function goOn(pull: OpenPull) {
    const { id, job } = pull;
    if (job === null) onGoOn(pull);
    else end(`go ${id}`, async () => (await call('refreshNow', job)).message);
  }
  const isBusy = (button: string) => ending.busy && busy === button;
  return (
    <section class="stack">
      <h3>Pulls that wait or run</h3>
      {news && (
        <Notice kind="good">
          <p>{news}</p>
        </Notice>
      )}
      {pulls.length === 0 ? (
        <p class="hint">None.</p>
      ) : (
        <ul class="cards" aria-label="Pulls that wait or run">
          {pulls.map((pull) => (
            <li class="card" key={pull.id}>
              <div class="title">
                <h4>{titleOf(pull.operation)}</h4>
                <Badge kind={pull.state === 'running' ? 'plain' : 'note'}>{pull.state}</Badge>
              </div>
              <p class="hint">
                {counted(pull.callsLeft, 'call')} to go; {beginnings(pull.why)}, {pull.who}.
                {pull.resumeAt && pull.resumeAt > now && (
                  <>
                    {' '}
                    The next calls are free <Moment at={pull.resumeAt} now={now} />.
                  </>
                )}
              </p>
              {pull.state === 'waiting' && (
                <div class="row">
                  {pull.isMine && (
                    <Button
                      kind="quiet"
                      busy={isBusy(`go ${pull.id}`)}
                      disabled={isPulling && pull.job === null}
                      label={`Go on: ${titleOf(pull.operation)}`}
                      onClick={() => goOn(pull)}
                    >
                      Go on
                    </Button>
                  )}
                  <Button
                    kind="quiet"
                    busy={isBusy(`cancel ${pull.id}`)}
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
      <Problem failure={ending.failure}>
        <ConnectLink codes={[ending.failure?.code ?? '']} onConnect={onConnect} />
      </Problem>
    </section>
  );
}
