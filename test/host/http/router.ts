// Routes requests to loopback addresses. Requests never leave the machine.

export interface CannedAnswer {
  status: number;
  contentType: string;
  text: string;
}

export class Router {
  /** Fixed responses, by the origin whose server they replace. */
  readonly cannedAnswers = new Map<string, CannedAnswer>();
  readonly #routes = new Map<string, string>();

  add(origin: string, target: string): void {
    if (!isLoopback(new URL(target))) throw new Error(`The target of a route must be a loopback address: ${target}`);
    this.#routes.set(new URL(origin).origin, new URL(target).origin);
  }

  /** The address to call; undefined if the URL can't be reached. */
  resolve(url: URL): URL | undefined {
    const target = this.#routes.get(url.origin);
    if (target) return new URL(url.pathname + url.search, target);
    return url.protocol === 'http:' && isLoopback(url) ? url : undefined;
  }
}

function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d+){3}$/.test(url.hostname);
}
