// Resolves where a request goes: to a loopback address, or nowhere. Nothing leaves the machine.

export interface CannedAnswer {
  status: number;
  contentType: string;
  text: string;
}

export class Router {
  /** Fixed responses by origin, instead of a server's. */
  readonly cannedAnswers = new Map<string, CannedAnswer>();
  readonly #routes = new Map<string, string>();

  add(origin: string, target: string): void {
    if (!isLoopback(new URL(target))) throw new Error(`A route must lead to a loopback address, not to ${target}`);
    this.#routes.set(new URL(origin).origin, new URL(target).origin);
  }

  /** The address to call instead; undefined if there is none. */
  resolve(url: URL): URL | undefined {
    const target = this.#routes.get(url.origin);
    if (target) return new URL(url.pathname + url.search, target);
    return url.protocol === 'http:' && isLoopback(url) ? url : undefined;
  }
}

function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d+){3}$/.test(url.hostname);
}
