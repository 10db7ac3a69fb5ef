/** Makes input work that is faster than the page draws. */
import { Spreadsheet } from '@odoo/o-spreadsheet';

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

interface BottomBar {
  onSheetMouseDown(sheetId: string, event: MouseEvent): void;
  getVisibleSheets(): readonly unknown[];
  getSheetItemRects(): readonly unknown[];
}

/**
 * Allows clicking a sheet tab before the page draws added or deleted sheets. The grid measures all tabs when a drag
 * starts and fails if one isn't drawn yet.
 */
export function allowFastTabs(): void {
  const { components } = Spreadsheet as unknown as { components: { BottomBar: { prototype: BottomBar } } };
  const bar = components.BottomBar.prototype;
  const start = bar.onSheetMouseDown;
  bar.onSheetMouseDown = function (sheetId, event) {
    if (this.getSheetItemRects().length === this.getVisibleSheets().length) start.call(this, sheetId, event);
  };
}
