import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Fixture {
  url: string;
  /** The maximum number of simultaneous requests. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

export async function startFixture(): Promise<Fixture> {
  let open = 0;
  let most = 0;
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    open++;
    most = Math.max(most, open);
    response.on('close', () => open--);
    const url = new URL(request.url!, 'http://fixture');
    const id = url.searchParams.get('id') ?? '';
    const [, name, part] = url.pathname.split('/');
    const answer = (status: number, type: string, text: string) => {
      response.writeHead(status, { 'Content-Type': type });
      response.end(text);
    };
    if (name === 'status') return answer(Number(part), 'text/plain', `status ${part}`);
    if (name === 'slow') return void setTimeout(() => answer(200, 'text/plain', id), 60);
    if (name === 'fast') return answer(200, 'text/plain', id);
    if (name === 'large') return answer(200, 'text/plain', 'x'.repeat(Number(part)));
    if (name === 'hang') return;
    if (name === 'redirect') {
      response.writeHead(302, { Location: `/fast?id=${id}` });
      return response.end();
    }
    if (name === 'json-with-charset') {
      return answer(200, 'application/json; charset=utf-8', '{"name":"Zo\u00eb","price":"5 \u20ac"}');
    }
    if (name === 'echo') {
      const parts: Buffer[] = [];
      request.on('data', (data: Buffer) => parts.push(data));
      request.on('end', () => {
        const { method, headers } = request;
        const body = Buffer.concat(parts).toString('utf8');
        answer(200, 'application/json', JSON.stringify({ method, url: request.url, headers, body }));
      });
      return;
    }
    return answer(404, 'text/plain', 'Not found');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mostAtOnce: () => most,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
