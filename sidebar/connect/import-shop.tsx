import { useEffect, useRef, useState } from 'preact/hooks';
import type { ImportReport } from '../../src/app/import.ts';
import { titleOf } from '../build-constants.ts';
import { counted, lasting, moment } from '../format.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Heading } from '../parts/heading.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { callsOf } from '../pull/measure.ts';
import { useShowSheet } from '../show-sheet.ts';
import { useTask } from '../task.ts';
import { type Failure, server } from '../transport.ts';

/** Seconds after which the server returns an unfinished import. */
const SECONDS = 5;

export interface ImportSession {
  readonly report: ImportReport | undefined;
  readonly busy: boolean;
  readonly stopping: boolean;
  readonly failure: Failure | undefined;
  start(connection: string): void;
  resume(): void;
  cancel(): void;
}

/** Runs an import from the page. `known` is the user's last import. */
export function useImport(known: ImportReport | null, onEnd: () => Promise<void>): ImportSession {
  const [report, setReport] = useState<ImportReport>();
  const [isOurs, setOurs] = useState(false);
  const running = useTask();
  const canceling = useTask();
  const isWanted = useRef(false);
  const announce = useAnnounce();
  const busy = running.busy || canceling.busy;
  // The schedule continues imports. `known` then has newer results.
  useEffect(() => {
    if (!busy) setReport(undefined);
  }, [known]);
  const isOver = known?.state === 'done' || known?.state === 'partial';
  const shown = known && (isOurs || !isOver || known.resumeAt) ? known : undefined;
  async function follow(first: () => Promise<ImportReport>, before?: ImportReport) {
    isWanted.current = true;
    setOurs(true);
    setReport(before);
    const ended = await running.run(async () => {
      let fresh = await first();
      while (fresh.state === 'running' && isWanted.current) {
        setReport(fresh);
        fresh = await server.continueImport(SECONDS);
      }
      // An earlier request to cancel it failed if the server had not stored the import yet.
      if (fresh.state === 'running') fresh = await server.cancelImport();
      setReport(fresh);
      return fresh;
    });
    canceling.clear();
    await onEnd();
    if (ended) announce(endOf(ended));
  }
  return {
    report: report ?? (running.busy ? undefined : shown),
    // A late cancellation would also cancel a resumed import.
    busy,
    stopping: busy && !isWanted.current,
    failure: running.failure,
    start: (connection) => follow(() => server.startImport(connection, SECONDS)),
    resume: () => follow(() => server.continueImport(SECONDS), report ?? shown),
    cancel() {
      isWanted.current = false;
      canceling.run(() => server.cancelImport());
    },
  };
}

interface Props {
  /** Connections whose data can be imported. */
  readonly toImport: readonly string[];
  readonly session: ImportSession;
}

export function ImportShop({ toImport, session }: Props) {
  const { report, busy } = session;
  /** Null if the estimate failed. */
  const [plan, setPlan] = useState<ImportReport | null>();
  const isOffered = (name: string) => name !== report?.connection || report.state === 'partial';
  const offered = busy || report?.state === 'running' ? undefined : toImport.find(isOffered);
  useEffect(() => {
    if (offered === undefined) return;
    setPlan(undefined);
    server
      .planImport(offered)
      .then(setPlan)
      .catch(() => setPlan(null));
  }, [offered]);
  if (busy) return <ImportProgress report={report} stopping={session.stopping} onCancel={session.cancel} />;
  return (
    <>
      {report && <LastImport report={report} onResume={session.resume} />}
      {offered !== undefined && (
        <section class="card stack">
          <h2>Import {offered}</h2>
          <p>
            Imports 90 days of orders, your stock, 30 days of ads, keywords, and prices. After that, your tables update
            automatically.
          </p>
          {plan !== null && <p class="hint">{plan?.connection === offered ? estimate(plan) : 'Estimating…'}</p>}
          <div class="buttons">
            <Button kind="primary" onClick={() => session.start(offered)}>
              Import my shop
            </Button>
          </div>
        </section>
      )}
      <Problem failure={session.failure} />
    </>
  );
}

interface LastProps {
  readonly report: ImportReport;
  onResume(): void;
}

function LastImport({ report, onResume }: LastProps) {
  if (report.state !== 'running' && report.state !== 'canceled') return <Imported report={report} />;
  return (
    <section class="card stack">
      <h2>Importing {report.connection}</h2>
      <p>
        {report.state === 'canceled'
          ? 'Canceled. The rows imported so far are kept.'
          : `Not finished yet. ${report.isScheduled ? 'The import will continue automatically.' : SCHEDULE_OFF}`}
      </p>
      <Steps report={report} />
      <div class="buttons">
        <Button kind="primary" onClick={onResume}>
          Resume
        </Button>
      </div>
    </section>
  );
}

function estimate({ planned }: ImportReport): string {
  const about = planned.precision === 'at least' ? 'At least' : 'About';
  const time = lasting(Math.max(60, planned.minutes * 60));
  return `${about} ${counted(callsOf(planned), 'call')}, ${time}. Prices keep loading in the background (500 calls per hour).`;
}

interface ProgressProps {
  readonly report: ImportReport | undefined;
  readonly stopping: boolean;
  onCancel(): void;
}

function ImportProgress({ report, stopping, onCancel }: ProgressProps) {
  const done = report ? callsOf(report.actual) : 0;
  const percent = report && Math.round((100 * done) / Math.max(1, done + report.callsLeft));
  return (
    <section class="progress">
      <Heading>Importing your shop</Heading>
      <ProgressBar label="Importing your shop" percent={percent} />
      {report ? <Steps report={report} /> : <p>Setting up the schedule and starting the first pull…</p>}
      <div class="buttons">
        <Button busy={stopping} onClick={onCancel}>
          {stopping ? 'Stopping…' : 'Cancel'}
        </Button>
      </div>
      <p class="hint">
        {report?.isScheduled === false
          ? 'Keep this sidebar open: your schedule is off.'
          : 'You can close this sidebar. The import will continue in the background.'}
      </p>
    </section>
  );
}

const SCHEDULE_OFF = 'Your schedule is off: turn it on, or click Resume.';

const WORDS: Readonly<Record<ImportReport['state'], string>> = {
  planned: 'next',
  running: 'loading',
  waiting: 'continues automatically',
  done: 'done',
  partial: 'incomplete',
  failed: 'failed',
  canceled: 'canceled',
};

function Steps({ report }: { readonly report: ImportReport }) {
  return (
    <dl class="facts kept">
      {report.steps.map(({ operation, state, rows }) => {
        const arrived = rowsIn(rows);
        return (
          <>
            <dt>{titleOf(operation)}</dt>
            <dd>
              {arrived > 0 ? `${counted(arrived, 'row')}, ` : ''}
              {state === 'waiting' && !report.isScheduled ? 'waiting' : WORDS[state]}
            </dd>
          </>
        );
      })}
    </dl>
  );
}

function rowsIn({ added, changed, unchanged }: ImportReport['steps'][number]['rows']): number {
  return added + changed + unchanged;
}

function endOf({ state, connection, resumeAt, callsLeft, steps, isScheduled }: ImportReport): string {
  const more = resumeAt
    ? ` Prices of ${counted(callsLeft, 'more item')} will load from ${moment(resumeAt, Date.now())}.`
    : '';
  if (state === 'done') return `${connection} was imported.${more}`;
  if (state === 'waiting' && !isScheduled)
    return 'The import is waiting for calls, and your schedule is off. Turn it on.';
  if (state === 'waiting')
    return `The import will continue ${resumeAt ? moment(resumeAt, Date.now()) : 'automatically'}.`;
  if (state === 'canceled') return 'Import canceled. The rows imported so far are kept.';
  if (steps.every(({ rows }) => rowsIn(rows) === 0)) return `${connection} was not imported.`;
  return `${connection} was imported, but some data is missing.${more}`;
}

function Imported({ report }: { readonly report: ImportReport }) {
  const { failure, show } = useShowSheet();
  return (
    <Notice kind={report.state === 'done' ? 'good' : 'note'} title={endOf(report)}>
      <Steps report={report} />
      {report.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <Button kind="quiet" onClick={() => show('Today')}>
        Open Today
      </Button>
      <Problem failure={failure} />
    </Notice>
  );
}
