/** Google's keyboard shortcuts for leaving the grid, where Tab moves between cells. */

export function offerKeys(): void {
  const listener = (event: KeyboardEvent) => {
    const go = wayOut(event);
    if (!go) return;
    event.preventDefault();
    event.stopPropagation();
    go();
  };
  addEventListener('keydown', listener, { capture: true });
}

/** Ctrl+Alt+. enters the sidebar, Alt+N opens the Extensions menu, and Alt+Up and Alt+Down change the sheet. */
function wayOut({ ctrlKey, altKey, code }: KeyboardEvent): (() => void) | undefined {
  if (!altKey) return undefined;
  if (ctrlKey && code === 'Period') {
    const sidebar = document.querySelector<HTMLElement>('#sidebar iframe');
    return sidebar ? () => sidebar.focus() : undefined;
  }
  if (ctrlKey) return undefined;
  if (code === 'ArrowDown') return toSheet(1);
  if (code === 'ArrowUp') return toSheet(-1);
  if (code !== 'KeyN') return undefined;
  const menus = [...document.querySelectorAll<HTMLElement>('.o-topbar-menu')];
  const extensions = menus.find(({ textContent }) => textContent?.trim() === 'Extensions');
  return extensions && (() => extensions.click());
}

function toSheet(step: 1 | -1): (() => void) | undefined {
  const tabs = [...document.querySelectorAll<HTMLElement>('.o-sheet')];
  const next = tabs[tabs.findIndex((tab) => tab.classList.contains('active')) + step];
  if (!next) return undefined;
  return () => {
    // Without the second event, the grid would drag the tab.
    for (const type of ['pointerdown', 'pointerup'])
      next.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0 }));
  };
}
