/** The heading of a view that has just replaced another one: it takes the focus, so that reading goes on there. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export function Heading({ children }: { readonly children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // Whoever types in the sheet meanwhile must not be dragged here, nor away from what stays in view.
    if (document.hasFocus() && !isInView(document.activeElement)) heading.current?.focus();
  }, []);
  return (
    <h2 tabIndex={-1} ref={heading}>
      {children}
    </h2>
  );
}

function isInView(element: Element | null): boolean {
  return element !== null && element !== document.body && element.getClientRects().length > 0;
}
