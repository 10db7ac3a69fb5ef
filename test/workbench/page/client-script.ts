/** Google's client API for pages, `google.script.run` and `google.script.host`, implemented with messages. */

/** Runs in the page's frame, so it can't use module-level code. */
function installGoogle(): void {
  type Handler = ((value: unknown, userObject?: unknown) => void) | undefined;
  interface Chain {
    success: Handler;
    failure: Handler;
    userObject: unknown;
  }
  const pending = new Map<number, Chain>();
  const queue: (() => void)[] = [];
  const atOnce = 10;
  let number = 0;
  let running = 0;

  const copied = (value: unknown, path: string, above: unknown[]): unknown => {
    if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) return value;
    const kind = Object.prototype.toString.call(value);
    const plain = kind === '[object Array]' || kind === '[object Object]';
    if (!plain || typeof value === 'function' || above.includes(value))
      throw new TypeError(`Failed due to illegal value in property: ${path}`);
    const within = [...above, value];
    if (Array.isArray(value)) return value.map((item, index) => copied(item, String(index), within) ?? null);
    return Object.fromEntries(
      Object.entries(value as object).flatMap(([key, item]) =>
        item === undefined || key.endsWith('__') ? [] : [[key, copied(item, key, within)]],
      ),
    );
  };

  const start = (name: string, args: unknown[], chain: Chain) => {
    const sent = args.map((arg, index) => copied(arg, String(index), []) ?? null);
    const send = () => {
      running++;
      number++;
      pending.set(number, chain);
      parent.postMessage({ google: 'run', id: number, name, args: sent }, '*');
    };
    if (running < atOnce) send();
    else queue.push(send);
  };

  const chained = (chain: Chain): object =>
    new Proxy(
      {},
      {
        get(_, name) {
          if (name === 'withSuccessHandler') return (success: Handler) => chained({ ...chain, success });
          if (name === 'withFailureHandler') return (failure: Handler) => chained({ ...chain, failure });
          if (name === 'withUserObject') return (userObject: unknown) => chained({ ...chain, userObject });
          if (typeof name !== 'string' || name === 'then') return undefined;
          return (...args: unknown[]) => start(name, args, chain);
        },
      },
    );

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.google !== 'reply') return;
    const chain = pending.get(data.id as number);
    if (!chain) return;
    pending.delete(data.id as number);
    running--;
    queue.shift()?.();
    if (data.ok) chain.success?.(data.value, chain.userObject);
    else if (chain.failure) chain.failure(new Error(String(data.message)), chain.userObject);
    else console.error(`Uncaught ${data.message}`);
  });

  const host = {
    close: () => parent.postMessage({ google: 'close' }, '*'),
    editor: { focus: () => parent.postMessage({ google: 'focus' }, '*') },
    setWidth: () => {},
    setHeight: () => {},
    origin: '',
  };
  const run = chained({ success: undefined, failure: undefined, userObject: undefined });
  Object.assign(globalThis, { google: { script: { run, host } } });
}

export function withGoogle(html: string): string {
  const script = `<script>(${installGoogle.toString()})()</script>`;
  const head = /<head[^>]*>/i;
  return head.test(html) ? html.replace(head, (tag) => tag + script) : script + html;
}
