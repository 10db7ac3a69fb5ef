/**
 * Lets somebody type faster than the page is drawn: the grid's input holds the old text of the cell until the next
 * frame, and a second key within the frame would be added to that text.
 */
export function allowFastTyping(): void {
  let cleared = false;
  document.addEventListener(
    'beforeinput',
    ({ target }) => {
      const isIdle = target instanceof HTMLElement && target.matches('#grid .o-grid .o-composer:not(.active)');
      if (!isIdle || cleared) return;
      target.replaceChildren();
      cleared = true;
      // It is marked as active in the frame that follows the one in which it is drawn.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          cleared = false;
        }),
      );
    },
    true,
  );
}
