import type { ComponentChildren } from 'preact';

export function Loading({ children }: { readonly children: ComponentChildren }) {
  return (
    <p class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      {children}
    </p>
  );
}
