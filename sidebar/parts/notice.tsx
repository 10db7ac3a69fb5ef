/** A boxed message: a problem (announced at once), good news, or something to know. */
import type { ComponentChildren } from 'preact';
import type { Failure } from '../call.ts';

interface Props {
  readonly kind: 'bad' | 'good' | 'note';
  readonly title?: string;
  readonly children?: ComponentChildren;
}

export function Notice({ kind, title, children }: Props) {
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
      {title && <strong>{title}</strong>}
      {children}
    </div>
  );
}

export function Problem({ failure }: { readonly failure: Failure | undefined }) {
  return failure ? (
    <Notice kind="bad">
      <p>{failure.message}</p>
    </Notice>
  ) : null;
}
