/** The heading of a new view. Takes focus if it was lost, so that screen readers continue from there. */
import type { ComponentChildren } from 'preact';
import { useFocusWhenLost } from './focus-when-lost.ts';

export function Heading({ children }: { readonly children: ComponentChildren }) {
  return (
    <h2 tabIndex={-1} ref={useFocusWhenLost<HTMLHeadingElement>()}>
      {children}
    </h2>
  );
}
