/** Restores focus after the focused content is removed. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Returns a ref for the new content. */
export function useFocusWhenLost<T extends HTMLElement>(): RefObject<T | null> {
  const place = useRef<T>(null);
  useLayoutEffect(() => focusWhenLost(place.current), []);
  return place;
}

export function focusWhenLost(element: HTMLElement | null | undefined): void {
  // Don't steal focus from the sheet or from visible content.
  if (document.hasFocus() && !isInView(document.activeElement)) element?.focus();
}

function isInView(element: Element | null): boolean {
  return element !== null && element !== document.body && element.getClientRects().length > 0;
}
