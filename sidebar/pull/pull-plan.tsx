import { useEffect, useRef } from 'preact/hooks';
import type { Cost } from '../../src/limits/planner.ts';
import type { Report } from '../../src/pull/report.ts';
import { forms, titleOf } from '../build-constants.ts';
import { count, lasting, moment, percent } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { callsOf } from './measure.ts';

interface Props {
  readonly plan: Report;
  onPreview(): void;
}

export function PullPlan({ plan: { planned, operation, ignored, notes, workbook }, onPreview }: Props) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section class="card plan" ref={place}>
      <h2>Estimate</h2>
      <dl class="facts">
        <Costs planned={planned} operation={operation} />
        {workbook && (
          <>
            <dt>Spreadsheet</dt>
            <dd>{percent(workbook.share)} full now</dd>
          </>
        )}
      </dl>
      {notes.map((note) => (
        <p class="hint" key={note}>
          {note}
        </p>
      ))}
      <Ignored operation={operation} params={ignored} />
      <p class="hint">A preview makes these calls and counts the rows that would change, without writing them.</p>
      <Button onClick={onPreview}>Preview the changes</Button>
    </section>
  );
}

/** Lists params that the pull doesn't use. */
export function Ignored({ operation, params }: { readonly operation: string; readonly params: readonly string[] }) {
  if (params.length === 0) return null;
  const fields = forms.find((form) => form.operation === operation)?.fields ?? [];
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return <p class="hint">Not used: {params.map((name) => labels.get(name) ?? name).join(', ')}.</p>;
}

export function Costs({ planned, operation }: { readonly planned: Cost; readonly operation: string }) {
  const precision = planned.precision ?? '';
  // The size of a first pull is unknown.
  const measured = planned.cells > 0;
  return (
    <>
      <dt>Calls</dt>
      <dd>
        {precision} {count(callsOf(planned))}
      </dd>
      <dt>Script time</dt>
      <dd>{lasting(planned.minutes * 60)}</dd>
      <dt>Cells</dt>
      <dd>{measured ? `${precision} ${count(planned.cells)}` : 'known after the first page'}</dd>
      <dt>Finishes</dt>
      <dd>{moment(planned.finishAt, Date.now())}</dd>
      <dt>Limit</dt>
      <dd>{bindingWords(planned.binding, operation)}</dd>
    </>
  );
}

function bindingWords(binding: string | null, operation: string): string {
  if (binding === null) return 'within limits';
  if (binding === 'execution time') return "Google's time limit per run; the pull continues in steps";
  if (binding === `${operation} cap`) return `hourly cap on ${titleOf(operation)} calls`;
  return binding;
}
