/** A boxed message: a problem, success, or note. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Failure } from '../transport.ts';

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

interface ProblemProps {
  readonly failure: Failure | undefined;
  readonly children?: ComponentChildren;
}

export function Problem({ failure, children }: ProblemProps) {
  return (
    <InView when={failure?.message}>
      {failure && (
        <Notice kind="bad">
          <p>{failure.message}</p>
          {children}
        </Notice>
      )}
    </InView>
  );
}

/** Scrolls its content into view when `when` changes. */
export function InView({ when, children }: { readonly when: unknown; readonly children?: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (when) place.current?.scrollIntoView({ block: 'nearest' });
  }, [when]);
  return (
    <div class="in-view" ref={place}>
      {children}
    </div>
  );
}
