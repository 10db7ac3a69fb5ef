import { once } from 'node:events';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { HTTP } from '../assumptions.ts';
import type { Operation } from '../operations/operation.ts';
import { operations } from '../operations/registry.ts';
import type { Storefront } from '../options.ts';
import { answerFormat } from '../wire/formats.ts';
import { Refusal } from '../wire/refusal.ts';
import { type Answer, refusalAnswer } from './answers.ts';
import { formatHeadersOf, type MarketplaceBindings, type MarketplaceContext } from './context.ts';
import type { RequestLogEntry } from './request-log.ts';

export interface Gateway {
  now: () => number;
  latency: number;
  log: RequestLogEntry[];
  serve: (context: MarketplaceContext, operation: Operation, storefront: Storefront, now: number) => Promise<Answer>;
}

/** The delay of a `slow` response: longer than a normal response, shorter than a client's timeout. */
const LATE_MS = 1500;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const respond = ({ status, body, headers }: Answer): Response =>
  new Response(status === 204 ? null : body, { status, headers });

export function createApp(gateway: Gateway): Hono<MarketplaceBindings> {
  const app = new Hono<MarketplaceBindings>();

  /** Logs calls on arrival, because clients count a call from the moment they send it. Responds after the latency. */
  async function handle(
    context: MarketplaceContext,
    operation: Operation['id'] | null,
    answer: (now: number) => Promise<Answer> | Answer,
  ): Promise<Response> {
    const { method, path } = context.req;
    const entry: RequestLogEntry = { time: gateway.now(), method, path, operation, status: 0 };
    gateway.log.push(entry);
    const result = await answer(entry.time);
    if (gateway.latency > 0) await wait(gateway.latency);
    if (result.delivery === 'late') await wait(LATE_MS);
    else if (result.delivery) {
      const { socket } = context.env.incoming;
      // Wait until the client disconnects or the marketplace stops.
      if (result.delivery === 'never' && !socket.destroyed) await once(socket, 'close');
      socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    entry.status = result.status;
    return respond(result);
  }

  const refuse = (context: MarketplaceContext, refusal: Refusal, isSponsored = false) =>
    handle(context, null, () => refusalAnswer(refusal, isSponsored ? 'json' : answerFormat(formatHeadersOf(context))));

  for (const operation of operations) {
    for (const [storefront, path] of Object.entries(operation.paths) as [Storefront, string][]) {
      app.on(operation.method, path, (context) =>
        handle(context, operation.id, (now) => gateway.serve(context, operation, storefront, now)),
      );
      app.all(path, (context) =>
        refuse(
          context,
          new Refusal(HTTP.wrongMethod, 'MethodNotAllowed', `This operation takes ${operation.method} only.`),
          operation.isSponsored,
        ),
      );
    }
  }
  app.notFound((context) =>
    refuse(context as MarketplaceContext, new Refusal(HTTP.notFound, 'NotFound', 'Unknown path. Paths are lowercase.')),
  );
  return app;
}
