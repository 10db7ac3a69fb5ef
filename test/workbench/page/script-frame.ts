/** Runs a script's page in a sandboxed frame that can call the script, close itself, and focus the grid. */
import { withGoogle } from './client-script.ts';

export interface FrameHost {
  run(name: string, args: unknown[]): Promise<{ ok: true; value: unknown } | { ok: false; message: string }>;
  close(): void;
  focusGrid(): void;
}

export function scriptFrame(title: string, html: string, host: FrameHost): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = title;
  // Without allow-same-origin, the page can only send messages to its parent. Like Google, allow downloads and
  // clipboard writes.
  frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-popups allow-downloads');
  frame.allow = 'clipboard-write *';
  frame.srcdoc = withGoogle(html);
  const hear = async ({ source, data }: MessageEvent) => {
    if (!frame.isConnected) return removeEventListener('message', hear);
    if (source !== frame.contentWindow || typeof data !== 'object' || data === null) return;
    if (data.google === 'close') host.close();
    if (data.google === 'focus') host.focusGrid();
    if (data.google !== 'run') return;
    const reply = await host
      .run(String(data.name), data.args as unknown[])
      .catch(() => ({ ok: false, message: 'NetworkError: Connection failure due to HTTP 0' }));
    frame.contentWindow?.postMessage({ google: 'reply', id: data.id, ...reply }, '*');
  };
  addEventListener('message', hear);
  return frame;
}
