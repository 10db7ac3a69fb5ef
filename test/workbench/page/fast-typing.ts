/**
 * Allows typing faster than the page draws. The grid's input keeps the cell's old text until the next frame and would
 * append a second key to it.
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
      // The input becomes active one frame after it is drawn.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          cleared = false;
        }),
      );
    },
    true,
  );
}
