/** Chooses an operation and asks for its params; tells the cost; starts the pull. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Consent } from '../../src/account/consent.ts';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import type { Report } from '../../src/pull/report.ts';
import type { Failure } from '../call.ts';
import { call } from '../call.ts';
import { forms } from '../forms.ts';
import { useSay } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Select } from '../parts/select.tsx';
import type { Ask } from '../server.ts';
import { useTask } from '../task.ts';
import type { Values } from './ask.ts';
import { fieldsIn, paramsOf } from './ask.ts';
import { OperationFields } from './operation-fields.tsx';
import { Plan } from './plan.tsx';
import { Refusal } from './refusal.tsx';
import { paramsOfSource, sourceOf } from './source.ts';
import { SourceFields } from './source-fields.tsx';

interface Props {
  readonly connections: readonly ConnectionSummary[];
  readonly consent: Consent;
  readonly shown: boolean;
  /** Why the last pull did not begin. */
  readonly refused: Failure | undefined;
  /** Something was changed, so that what was refused may be right now. */
  onChange(): void;
  onPull(ask: Ask): void;
  onConnect(): void;
}

export function PullForm(props: Props) {
  const { connections, consent, shown, refused, onChange, onPull, onConnect } = props;
  const [operation, setOperation] = useState(forms[0]!.operation);
  const [choice, setChoice] = useState<Values>({});
  const [typed, setTyped] = useState<Readonly<Record<string, Values>>>({});
  const [plan, setPlan] = useState<Report>();
  const planning = useTask();
  const say = useSay();
  const form = forms.find((each) => each.operation === operation)!;
  const source = sourceOf(form, connections, choice);
  const values = typed[operation] ?? {};
  const failure = planning.failure ?? refused;
  const place = useFocusOnReturn(shown);

  function changed() {
    setPlan(undefined);
    planning.clear();
    onChange();
  }
  function ask(): Ask {
    return { operation, params: paramsOf({ ...values, ...paramsOfSource(source) }) };
  }
  async function showPlan() {
    changed();
    const planned = await planning.run(() => call('planPull', ask()));
    setPlan(planned);
    if (planned) say('The plan is ready.');
  }
  return (
    <form noValidate hidden={!shown} tabIndex={-1} ref={place} aria-label="What to pull">
      <Refusal failure={failure} form={form} onConnect={onConnect} />
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
        settings={source.connection?.settings}
        values={values}
        invalid={failure ? fieldsIn(failure.message, form) : []}
        onChange={(filled) => {
          setTyped({ ...typed, [operation]: filled });
          changed();
        }}
      />
      {operation === 'orders' && !consent.buyerData && (
        <p class="hint">Names and addresses of buyers are left out. You can change that under Connect.</p>
      )}
      {plan && (
        <Plan
          plan={plan}
          onPreview={() => {
            changed();
            onPull({ ...ask(), preview: true });
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
            onPull(ask());
          }}
        >
          Pull
        </Button>
        <Button busy={planning.busy} onClick={showPlan}>
          What will it cost?
        </Button>
      </div>
    </form>
  );
}

/** A form that comes back after a result takes the focus, which would be lost with the button that was pressed. */
function useFocusOnReturn(shown: boolean) {
  const place = useRef<HTMLFormElement>(null);
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (shown && !before.current && document.hasFocus()) place.current?.focus({ preventScroll: true });
    before.current = shown;
  }, [shown]);
  return place;
}
