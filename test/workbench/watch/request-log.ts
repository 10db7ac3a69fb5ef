/** A log of requests, without keys, headers, or bodies. */
import type { WireRequest } from '../wire-tools.ts';

const KEPT = 300;
const PATH_LENGTH = 200;

export interface Sender {
  user: string;
  name: string;
}

export class RequestLog {
  readonly #entries: WireRequest[] = [];
  readonly #changed: () => void;
  #number = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Newest first. */
  list(): WireRequest[] {
    return this.#entries.slice().reverse();
  }

  sent({ user, name }: Sender, method: string, address: string, at: number): WireRequest {
    this.#number++;
    const { origin, path } = partsOf(address);
    const entry: WireRequest = {
      number: this.#number,
      at,
      user,
      name,
      method: method.toUpperCase(),
      origin,
      path,
      status: null,
      ms: null,
      failure: '',
    };
    this.#entries.push(entry);
    if (this.#entries.length > KEPT) this.#entries.shift();
    this.#changed();
    return entry;
  }

  answered(entry: WireRequest, status: number | null, ms: number, failure = ''): void {
    Object.assign(entry, { status, ms, failure });
    this.#changed();
  }
}

function partsOf(address: string): { origin: string; path: string } {
  try {
    const { origin, pathname, search } = new URL(address);
    return { origin, path: `${pathname}${search}`.slice(0, PATH_LENGTH) };
  } catch {
    return { origin: '', path: address.slice(0, PATH_LENGTH) };
  }
}
