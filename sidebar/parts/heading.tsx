/** The heading of a view that has just replaced another one: it takes the focus, so that reading goes on there. */
import type { ComponentChildren } from 'preact';
import { useFocusWhenLost } from './focus-when-lost.ts';

export function Heading({ children }: { readonly children: ComponentChildren }) {
  return (
    <h2 tabIndex={-1} ref={useFocusWhenLost<HTMLHeadingElement>()}>
      {children}
    </h2>
  );
}
