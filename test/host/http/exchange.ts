import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Witness } from '../execution/witness.ts';

export interface Outgoing {
  method: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  timeout: number;
}

export interface Incoming {
  status: number;
  rawHeaders: string[];
  body: Buffer;
}

export class Timeout extends Error {}

export class Connections {
  readonly #agent = new Agent({ keepAlive: true });
  /** Observes the current execution. */
  witness: Witness | undefined;

  exchange(url: URL, outgoing: Outgoing): Promise<Incoming> {
    const answer = this.#answer(url, outgoing);
    this.witness?.sends(outgoing.method, url, answer);
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  async #answer(url: URL, outgoing: Outgoing): Promise<Incoming> {
    try {
      return await this.#once(url, outgoing, this.#agent);
    } catch (error) {
      // The server may close a keep-alive connection just as it is reused. Try once more.
      if ((error as { reused?: boolean }).reused) return await this.#once(url, outgoing, false);
      throw error;
    }
  }

  #once(url: URL, outgoing: Outgoing, agent: Agent | false): Promise<Incoming> {
    return new Promise((resolve, reject) => {
      const { method, headers, body, timeout } = outgoing;
      const sent = request(url, { method, headers, agent });
      const timer = setTimeout(() => sent.destroy(new Timeout()), timeout);
      sent.on('close', () => clearTimeout(timer));
      sent.on('error', (error) =>
        reject(Object.assign(error, { reused: sent.reusedSocket && !(error instanceof Timeout) })),
      );
      sent.on('response', (message) => {
        collect(message).then(resolve, reject);
      });
      sent.end(body);
    });
  }
}

async function collect(message: IncomingMessage): Promise<Incoming> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  const whole = Buffer.concat(parts);
  const body = message.headers['content-encoding'] === 'gzip' && whole.length > 0 ? gunzipSync(whole) : whole;
  return { status: message.statusCode!, rawHeaders: message.rawHeaders, body };
}
