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
import { server } from '../transport.ts';

/** Seconds after which the server returns an unfinished import. */
const SECONDS = 5;

interface Props {
  /** Connections whose data can be imported. */
  readonly toImport: readonly string[];
  /** The user's last import. */
  readonly known: ImportReport | null;
  onEnd(): Promise<void>;
}

export function ImportShop({ toImport, known, onEnd }: Props) {
  const [report, setReport] = useState<ImportReport>();
  /** Null if the estimate failed. */
  const [plan, setPlan] = useState<ImportReport | null>();
  const running = useTask();
  const canceling = useTask();
  const isWanted = useRef(false);
  const announce = useAnnounce();
  const isOver = known?.state === 'done' || known?.state === 'partial';
  const left = known && (!isOver || known.resumeAt) ? known : undefined;
  const shown = report ?? left;
  const offered = shown?.state === 'running' ? undefined : toImport.find((name) => name !== shown?.connection);
  useEffect(() => {
    if (offered === undefined) return;
    setPlan(undefined);
    server
      .planImport(offered)
      .then(setPlan)
      .catch(() => setPlan(null));
  }, [offered]);
  async function follow(first: () => Promise<ImportReport>) {
    isWanted.current = true;
    const ended = await running.run(async () => {
      let fresh = await first();
      while (fresh.state === 'running' && isWanted.current) {
        setReport(fresh);
        fresh = await server.continueImport(SECONDS);
      }
      // After a click on Cancel, the server's reply to it has the state.
      if (fresh.state !== 'running') setReport(fresh);
      return fresh;
    });
    await onEnd();
    if (ended && isWanted.current) announce(endOf(ended));
  }
  async function cancel() {
    isWanted.current = false;
    const canceled = await canceling.run(() => server.cancelImport());
    if (!canceled) return;
    setReport(canceled);
    announce(endOf(canceled));
  }
  // A late cancellation would also cancel a resumed import.
  if (running.busy || canceling.busy) {
    const stopping = canceling.busy || report?.state === 'canceled';
    return <ImportProgress report={report} stopping={stopping} onCancel={cancel} />;
  }
  return (
    <>
      {shown && <LastImport report={shown} onResume={() => follow(() => server.continueImport(SECONDS))} />}
      {offered !== undefined && (
        <section class="card stack">
          <h2>Import {offered}</h2>
          <p>
            Imports 90 days of orders, your stock, 30 days of ads, keywords, and prices. After that, your tables update
            automatically.
          </p>
          {plan !== null && <p class="hint">{plan?.connection === offered ? estimate(plan) : 'Estimating…'}</p>}
          <div class="buttons">
            <Button kind="primary" onClick={() => follow(() => server.startImport(offered, SECONDS))}>
              Import my shop
            </Button>
          </div>
        </section>
      )}
      <Problem failure={running.failure ?? canceling.failure} />
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
          : 'Not finished yet. The import will continue automatically.'}
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
      <p class="hint">You can close this sidebar. The import will continue in the background.</p>
    </section>
  );
}

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
        const arrived = rows.added + rows.changed + rows.unchanged;
        return (
          <>
            <dt>{titleOf(operation)}</dt>
            <dd>
              {arrived > 0 ? `${counted(arrived, 'row')}, ` : ''}
              {WORDS[state]}
            </dd>
          </>
        );
      })}
    </dl>
  );
}

function endOf({ state, connection, resumeAt, callsLeft }: ImportReport): string {
  const more = resumeAt
    ? ` Prices of ${counted(callsLeft, 'more item')} will load from ${moment(resumeAt, Date.now())}.`
    : '';
  if (state === 'done') return `${connection} was imported.${more}`;
  if (state === 'waiting')
    return `The import will continue ${resumeAt ? moment(resumeAt, Date.now()) : 'automatically'}.`;
  if (state === 'canceled') return 'Import canceled. The rows imported so far are kept.';
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
