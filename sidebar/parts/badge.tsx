import type { ComponentChildren } from 'preact';

export interface BadgeProps {
  readonly kind: 'plain' | 'good' | 'note' | 'bad' | 'quiet';
  readonly children: ComponentChildren;
}

export function Badge({ kind, children }: BadgeProps) {
  return <span class={`badge ${kind}`}>{children}</span>;
}
