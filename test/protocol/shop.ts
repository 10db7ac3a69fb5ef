import type { Connection } from '../../src/protocol/connection.ts';
import type { Privacy } from '../../src/protocol/fields.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import type { Source } from '../../src/protocol/page.ts';

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

/** Where responses come from; by default, no fields are withheld. */
export function asked(
  operation: Operation,
  withheld: ReadonlySet<Privacy> = new Set(),
  connection: Connection = shop(),
): Source {
  return { operation, connection, storefront: 'main', withheld };
}
