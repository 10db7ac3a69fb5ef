/** A proxy for the marketplace that holds calls while it is closed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MARKET } from './demo-shop.ts';
import type { Workbench } from './workbench.ts';

export interface MarketGate {
  readonly waiting: number;
  shut(): void;
  open(): void;
  close(): void;
}

export async function gateBefore({ host, market }: Workbench): Promise<MarketGate> {
  const held: (() => void)[] = [];
  let isShut = false;
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const body: Buffer[] = [];
    for await (const part of request) body.push(part as Buffer);
    if (isShut) await new Promise<void>((proceed) => held.push(proceed));
    const { method = 'GET', headers, url = '' } = request;
    const { host: _, connection: __, 'content-length': ___, ...kept } = headers;
    const answer = await fetch(new URL(url, market.announcement.url), {
      method,
      headers: kept as Record<string, string>,
      ...(body.length > 0 ? { body: Buffer.concat(body) } : {}),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  host.router.add(MARKET, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    get waiting() {
      return held.length;
    },
    shut: () => {
      isShut = true;
    },
    open: () => {
      isShut = false;
      for (const proceed of held.splice(0)) proceed();
    },
    close: () => server.close(),
  };
}
