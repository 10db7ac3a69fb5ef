/** Ways out of the grid by keyboard, as Google documents them: in it the Tab key goes from cell to cell. */

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

/** Ctrl+Alt+. leads into the sidebar, Alt+N opens the menu Extensions. */
function wayOut({ ctrlKey, altKey, code }: KeyboardEvent): (() => void) | undefined {
  if (!altKey) return undefined;
  if (ctrlKey && code === 'Period') {
    const sidebar = document.querySelector<HTMLElement>('#sidebar iframe');
    return sidebar ? () => sidebar.focus() : undefined;
  }
  if (ctrlKey || code !== 'KeyN') return undefined;
  const menus = [...document.querySelectorAll<HTMLElement>('.o-topbar-menu')];
  const extensions = menus.find(({ textContent }) => textContent?.trim() === 'Extensions');
  return extensions && (() => extensions.click());
}
