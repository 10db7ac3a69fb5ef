/** Resolves a pull's connection and storefront from the user's choice or the defaults. */
import type { OperationForm } from '../../src/build/form-data.ts';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import type { Storefront } from '../../src/protocol/operation.ts';
import type { Values } from './form-values.ts';

export interface Source {
  readonly connections: readonly ConnectionSummary[];
  readonly connection: ConnectionSummary | undefined;
  /** Storefronts of the connection that offer the operation. */
  readonly offered: readonly Storefront[];
  readonly storefront: Storefront | undefined;
}

/** Reads `connection` and `storefront` from `chosen`. */
export function sourceOf(form: OperationForm, connections: readonly ConnectionSummary[], chosen: Values): Source {
  const preferred = connections.find(({ isDefault }) => isDefault) ?? connections[0];
  const connection = connections.find(({ name }) => name === chosen.connection) ?? preferred;
  const offered = form.storefronts.filter((storefront) => connection?.storefronts.includes(storefront));
  const storefront = offered.find((each) => each === chosen.storefront) ?? offered[0];
  return { connections, connection, offered, storefront };
}

/** Omits fields that had only one option. */
export function paramsOfSource({ connections, connection, offered, storefront }: Source): Values {
  return {
    ...(connections.length > 1 && connection ? { connection: connection.name } : {}),
    ...(offered.length > 1 && storefront ? { storefront } : {}),
  };
}
