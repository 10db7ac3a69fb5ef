/** Why a pull could not begin, at the top of its form: announced, and brought into view. */
import { useEffect, useRef } from 'preact/hooks';
import type { Form } from '../../src/build/forms.ts';
import type { Failure } from '../call.ts';
import { Notice } from '../parts/notice.tsx';
import { relabelled } from './ask.ts';
import { ConnectLink } from './connect-link.tsx';

interface Props {
  readonly failure: Failure | undefined;
  readonly form: Form;
  onConnect(): void;
}

export function Refusal({ failure, form, onConnect }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) place.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  if (!failure) return null;
  return (
    <div ref={place}>
      <Notice kind="bad">
        <p>{relabelled(failure.message, form)}</p>
        <ConnectLink codes={[failure.code]} onConnect={onConnect} />
      </Notice>
    </div>
  );
}
