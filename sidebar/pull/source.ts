/** Which connection and storefront a pull goes to, from what was chosen and what there is. */
import type { OperationForm } from '../../src/build/form-data.ts';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import type { Storefront } from '../../src/protocol/operation.ts';
import type { Values } from './form-values.ts';

export interface Source {
  readonly connections: readonly ConnectionSummary[];
  readonly connection: ConnectionSummary | undefined;
  /** Storefronts that offer the operation and that the connection is good for. */
  readonly offered: readonly Storefront[];
  readonly storefront: Storefront | undefined;
}

/** `chosen` has `connection` and `storefront`, where somebody chose them. */
export function sourceOf(form: OperationForm, connections: readonly ConnectionSummary[], chosen: Values): Source {
  const preferred = connections.find(({ isDefault }) => isDefault) ?? connections[0];
  const connection = connections.find(({ name }) => name === chosen.connection) ?? preferred;
  const offered = form.storefronts.filter((storefront) => connection?.storefronts.includes(storefront));
  const storefront = offered.find((each) => each === chosen.storefront) ?? offered[0];
  return { connections, connection, offered, storefront };
}

/** Only what there was to choose. */
export function paramsOfSource({ connections, connection, offered, storefront }: Source): Values {
  return {
    ...(connections.length > 1 && connection ? { connection: connection.name } : {}),
    ...(offered.length > 1 && storefront ? { storefront } : {}),
  };
}
