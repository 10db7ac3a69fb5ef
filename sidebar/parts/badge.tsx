/** A word about how something stands. */
import type { ComponentChildren } from 'preact';

interface Props {
  readonly kind: 'plain' | 'good' | 'note' | 'bad' | 'quiet';
  readonly children: ComponentChildren;
}

export function Badge({ kind, children }: Props) {
  return <span class={`badge ${kind}`}>{children}</span>;
}
