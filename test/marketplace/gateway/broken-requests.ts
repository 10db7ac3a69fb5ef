/** An HTTP server that returns an error body for malformed requests, malformed addresses, and CONNECT requests. */
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { FORMAT_UNLESS_ASKED, HTTP } from '../assumptions.ts';
import { answerFormat, type Format } from '../wire/formats.ts';
import { malformed, Refusal } from '../wire/refusal.ts';
import { type Answer, internalErrorAnswer, refusalAnswer } from './answers.ts';

type Fetch = Parameters<typeof getRequestListener>[0];

/** The Accept header of a malformed request is unknown, so use the default format. */
const refused = (refusal: Refusal): Answer => refusalAnswer(refusal, FORMAT_UNLESS_ASKED);

const broken = (error: NodeJS.ErrnoException): Answer =>
  error.code === 'HPE_HEADER_OVERFLOW'
    ? refused(new Refusal(HTTP.headersTooLarge, 'RequestTooLarge', 'The headers are too large.'))
    : refused(malformed('The request is not HTTP.'));

function writeTo(socket: Duplex, { status, headers, body }: Answer): void {
  if (!socket.writable) return;
  const head = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
}

const respond =
  (format: Format) =>
  (error: unknown): Response => {
    const isTheirs = error instanceof RequestError;
    if (!isTheirs) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    const answer = isTheirs
      ? refusalAnswer(malformed('The address is not valid.'), format)
      : internalErrorAnswer(format);
    return new Response(answer.body, answer);
  };

export function createGateway(fetch: Fetch, hostname: string): Server {
  const listenerOf = (format: Format) => getRequestListener(fetch, { hostname, errorHandler: respond(format) });
  const listeners = { json: listenerOf('json'), xml: listenerOf('xml') };
  const listener: RequestListener = (incoming, outgoing) => {
    const { accept, 'content-type': contentType } = incoming.headers;
    return listeners[answerFormat({ accept, contentType })](incoming, outgoing);
  };
  // With a keep-alive timeout, a client could reuse a connection while the server closes it.
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 0 }, listener);
  server.on('clientError', (error, socket) => writeTo(socket, broken(error)));
  server.on('connect', (_, socket) => {
    // The client may disconnect before the error is sent.
    socket.on('error', () => socket.destroy());
    writeTo(socket, refused(new Refusal(HTTP.wrongMethod, 'MethodNotAllowed', 'This server is not a proxy.')));
  });
  // Ignore the Expect header.
  server.on('checkExpectation', listener);
  return server;
}
