import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { FormatHeaders } from '../wire/formats.ts';

export type MarketplaceBindings = { Bindings: HttpBindings };
export type MarketplaceContext = Context<MarketplaceBindings>;

export const formatHeadersOf = (context: MarketplaceContext): FormatHeaders => ({
  accept: context.req.header('accept'),
  contentType: context.req.header('content-type'),
});
