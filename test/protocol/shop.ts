/** A seller's connection as tests need it. */
import type { Connection } from '../../src/protocol/connection.ts';

export function shop(changes: Partial<Connection> = {}): Connection {
  return {
    name: 'My shop',
    baseUrl: 'https://api.market.example',
    sellerId: 'A006',
    apiKey: 'the-api-key',
    secretKey: 'the-secret-key',
    format: 'json',
    version: '314',
    storefronts: ['main', 'business', 'canadian'],
    ...changes,
  };
}
