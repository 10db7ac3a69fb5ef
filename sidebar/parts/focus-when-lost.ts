/** Takes the focus that went with what stood here before, so that reading and keys go on there. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Of what has just appeared. */
export function useFocusWhenLost<T extends HTMLElement>(): RefObject<T | null> {
  const place = useRef<T>(null);
  useLayoutEffect(() => focusWhenLost(place.current), []);
  return place;
}

export function focusWhenLost(element: HTMLElement | null | undefined): void {
  // Whoever types in the sheet meanwhile must not be dragged here, nor away from what stays in view.
  if (document.hasFocus() && !isInView(document.activeElement)) element?.focus();
}

function isInView(element: Element | null): boolean {
  return element !== null && element !== document.body && element.getClientRects().length > 0;
}
