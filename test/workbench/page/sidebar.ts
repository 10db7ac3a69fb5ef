/** A sidebar like Google's: 300 pixels wide on the right, with a title, a close button, and a page. */
import { type FrameHost, scriptFrame } from './script-frame.ts';

export function showSidebar(title: string, html: string, host: Omit<FrameHost, 'close'>): void {
  const sidebar = document.getElementById('sidebar')!;
  const bar = document.createElement('div');
  bar.className = 'title';
  const close = Object.assign(document.createElement('button'), {
    className: 'round',
    textContent: '×',
    ariaLabel: 'Close sidebar',
  });
  const hide = () => {
    sidebar.replaceChildren();
    sidebar.hidden = true;
    host.focusGrid();
  };
  close.onclick = hide;
  bar.append(Object.assign(document.createElement('span'), { textContent: title }), close);
  sidebar.replaceChildren(bar, scriptFrame(title, html, { ...host, close: hide }));
  sidebar.hidden = false;
}
