/** Why a pull could not begin, at the top of its form. */
import type { Form } from '../../src/build/form-data.ts';
import type { Failure } from '../call.ts';
import { InView, Notice } from '../parts/notice.tsx';
import { relabelled } from './ask.ts';
import { ConnectLink } from './connect-link.tsx';

interface Props {
  readonly failure: Failure | undefined;
  readonly form: Form;
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
