/** Shows why a pull could not start. */
import type { OperationForm } from '../../src/build/form-data.ts';
import { ConnectLink } from '../parts/connect-link.tsx';
import { InView, Notice } from '../parts/notice.tsx';
import type { Failure } from '../transport.ts';
import { relabelled } from './form-values.ts';

interface Props {
  readonly failure: Failure | undefined;
  readonly form: OperationForm;
  onConnect(): void;
}

export function Refusal({ failure, form, onConnect }: Props) {
  return (
    <InView when={failure}>
      {failure && (
        <Notice kind="bad">
          <p>{relabelled(failure.message, form)}</p>
          <ConnectLink codes={[failure.code]} onConnect={onConnect} />
        </Notice>
      )}
    </InView>
  );
}
