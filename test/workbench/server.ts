/** Serves the page and its API on loopback. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Asset } from './page-assets.ts';

/** `asked` contains the query parameters. */
export type Answer = (body: unknown, asked: URLSearchParams) => unknown;

export interface ServerParts {
  assets: ReadonlyMap<string, Asset>;
  /** Handlers by method and path. */
  api: Readonly<Record<string, Answer>>;
  /** Called for each connected page. Returns a function that ends the connection. */
  listen(send: (message: string) => void, asked: URLSearchParams): () => void;
}

export interface RunningServer {
  url: string;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const LIMIT = 50_000_000;

// The grid's library compiles templates, and the sidebar, which inherits this policy, uses inline scripts.
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "form-action 'none'",
  "base-uri 'self' about:",
].join('; ');

/** Uses any free port if the requested one is taken. */
export async function serve(parts: ServerParts, port: number): Promise<RunningServer> {
  const server = createServer((request, response) => {
    answer(parts, request, response).catch((error: Error) => {
      if (response.headersSent) response.destroy();
      else json(response, 400, { message: error.message });
    });
  });
  await listenAt(server, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    return listenAt(server, 0);
  });
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function listenAt(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Reject requests from other sites' pages, even if their host name resolves to this machine.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
    json(response, 403, { message: 'The workbench only serves its own page.' });
    return;
  }
  const { pathname: path, searchParams: asked } = new URL(request.url ?? '/', 'http://local');
  const asset = request.method === 'GET' ? parts.assets.get(path) : undefined;
  if (asset) {
    const headers = {
      'content-type': asset.type,
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
    };
    response.writeHead(200, headers).end(asset.text);
  } else if (request.method === 'GET' && path === '/api/changes') {
    stream(parts, response, asked);
  } else {
    const answering = parts.api[`${request.method} ${path}`];
    if (!answering) return json(response, 404, { message: `Nothing found at ${path}.` });
    const body = request.method === 'POST' ? await bodyOf(request) : undefined;
    json(response, 200, await answering(body, asked));
  }
}

function stream(parts: ServerParts, response: ServerResponse, asked: URLSearchParams): void {
  const end = parts.listen((message) => {
    if (!response.headersSent)
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`data: ${message}\n\n`);
  }, asked);
  response.on('close', end);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  // Other sites can't send this content type without a preflight request.
  if (!request.headers['content-type']?.startsWith('application/json')) throw new Error('The body is not JSON.');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > LIMIT) throw new Error('The body is too large.');
    parts.push(part as Buffer);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value ?? null));
}
