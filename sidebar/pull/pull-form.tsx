import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PullInput } from '../../src/app/pulls.ts';
import type { State } from '../../src/app/state-view.ts';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import type { Report } from '../../src/pull/report.ts';
import { forms } from '../build-constants.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { ConnectProblem } from '../parts/connect-link.tsx';
import { Select } from '../parts/select.tsx';
import { useTask } from '../task.ts';
import { type Failure, server } from '../transport.ts';
import { type Chosen, ColumnChoice } from './column-choice.tsx';
import { useFormFacts } from './form-facts.ts';
import { fieldsIn, paramsOf, relabeled, type Values } from './form-values.ts';
import { KeepPull } from './keep-pull.tsx';
import { OperationFields } from './operation-fields.tsx';
import { PullPlan } from './pull-plan.tsx';
import { paramsOfSource, sourceOf } from './source.ts';
import { SourceFields } from './source-fields.tsx';

interface Props {
  readonly connections: readonly ConnectionSummary[];
  readonly consents: State['consents'];
  readonly shown: boolean;
  /** Why the last pull did not start. */
  readonly refused: Failure | undefined;
  /** Called after the form changes, which may resolve the error. */
  onChange(): void;
  onPull(request: PullInput): void;
  onConnect(): void;
}

export function PullForm(props: Props) {
  const { connections, consents, shown, refused, onChange, onPull, onConnect } = props;
  const [operation, setOperation] = useState(forms[0]!.operation);
  const [choice, setChoice] = useState<Values>({});
  const [typed, setTyped] = useState<Readonly<Record<string, Values>>>({});
  const [columns, setColumns] = useState<Readonly<Record<string, Chosen>>>({});
  const [plan, setPlan] = useState<Report>();
  const planning = useTask();
  const announce = useAnnounce();
  const form = forms.find((each) => each.operation === operation)!;
  const source = sourceOf(form, connections, choice);
  const hasBuyers = consents.find(({ connection }) => connection === source.connection?.name)?.buyerData;
  const values = typed[operation] ?? {};
  const failure = planning.failure ?? refused;
  const facts = useFormFacts(operation, source.connection?.name, shown);
  const place = useFocusOnReturn(shown);

  const changes = useRef(0);
  function changed() {
    changes.current++;
    setPlan(undefined);
    planning.clear();
    onChange();
  }
  function request(): PullInput {
    const params = paramsOf(form, { ...values, ...paramsOfSource(source) });
    const chosen = columns[operation];
    return chosen ? { operation, params, columns: chosen } : { operation, params };
  }
  async function showPlan() {
    changed();
    const before = changes.current;
    const planned = await planning.run(() => server.planPull(request()));
    // An estimate or error that arrives after a change is about the earlier input.
    if (changes.current !== before) return planning.clear();
    setPlan(planned);
    if (planned) announce('The estimate is ready.');
  }
  return (
    <>
      <form noValidate hidden={!shown} tabIndex={-1} ref={place} aria-label="What to pull">
        <ConnectProblem
          failure={failure && { ...failure, message: relabeled(failure.message, form) }}
          onConnect={onConnect}
        />
        <Select
          label="What to pull"
          hint={form.summary}
          options={forms.map((each) => [each.operation, each.title] as const)}
          value={operation}
          onChange={(chosen) => {
            setOperation(chosen);
            setChoice({ ...choice, storefront: '' });
            changed();
          }}
        />
        <SourceFields
          form={form}
          source={source}
          onChange={(chosen) => {
            setChoice(chosen);
            changed();
          }}
        />
        <OperationFields
          key={operation}
          form={form}
          facts={facts}
          settings={source.connection?.settings}
          values={values}
          invalid={failure ? fieldsIn(failure.message, form) : []}
          onChange={(filled) => {
            setTyped((all) => ({ ...all, [operation]: filled }));
            changed();
          }}
        />
        {facts && (
          <ColumnChoice
            form={form}
            newTables={facts.newTables}
            chosen={columns[operation] ?? {}}
            onChange={(chosen) => setColumns({ ...columns, [operation]: chosen })}
          />
        )}
        {operation === 'orders' && !hasBuyers && (
          <p class="hint">Buyer names and addresses are not pulled. You can change this in Connect.</p>
        )}
        {plan && (
          <PullPlan
            plan={plan}
            onPreview={() => {
              changed();
              onPull({ ...request(), preview: true });
            }}
          />
        )}
        <div class="buttons sticky">
          <Button
            kind="primary"
            submits
            disabled={planning.busy}
            onClick={() => {
              changed();
              onPull(request());
            }}
          >
            Pull
          </Button>
          <Button busy={planning.busy} onClick={showPlan}>
            Estimate
          </Button>
        </div>
      </form>
      {shown && <KeepPull key={`keep ${operation}`} form={form} request={request} />}
    </>
  );
}

/** Focuses the form after a result, because the clicked button is gone. */
function useFocusOnReturn(shown: boolean) {
  const place = useRef<HTMLFormElement>(null);
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (shown && !before.current && document.hasFocus()) place.current?.focus({ preventScroll: true });
    before.current = shown;
  }, [shown]);
  return place;
}
