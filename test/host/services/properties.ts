import type { Execution } from '../execution/execution.ts';
import { type Method, type Service, ServiceError } from './service.ts';

type Scope = 'script' | 'document' | 'user';

const valueLimit = 9 * 1024;
const storeLimit = 500 * 1024;

function storeOf(execution: Execution, scope: Scope): Map<string, string> {
  const { stores, owner } = execution.host;
  if (scope !== 'user') return stores[scope];
  // A formula gets the spreadsheet owner's user properties.
  return stores.userProperties(execution.mode === 'CUSTOM_FUNCTION' ? owner : execution.user);
}

function demandWritable(execution: Execution, scope: Scope, member: string): void {
  if (scope === 'user' && execution.mode === 'CUSTOM_FUNCTION' && execution.user !== execution.host.owner) {
    throw new ServiceError('You do not have permission to call {0}', member);
  }
}

function put(store: Map<string, string>, key: string, value: string): void {
  if (key === '' || key === null || key === undefined) {
    throw new ServiceError('Argument "key" must not be null or empty.');
  }
  if (Buffer.byteLength(value) > valueLimit) throw new ServiceError('Argument too large: {0}', 'value');
  let total = Buffer.byteLength(key) + Buffer.byteLength(value);
  for (const [other, kept] of store) {
    if (other !== key) total += Buffer.byteLength(other) + Buffer.byteLength(kept);
  }
  if (total > storeLimit) {
    throw new ServiceError(
      'You have exceeded the property storage quota. Please remove some properties and try again.',
    );
  }
  store.set(key, value);
}

/** Each call counts once toward the daily quota, regardless of the number of properties. */
function counted(methods: Service['methods']): Service['methods'] {
  const counting = Object.entries(methods).map(([member, method]): [string, Method] => [
    member,
    (execution, ...args) => {
      execution.host.quotas.spend('properties', execution.user);
      return method(execution, ...args);
    },
  ]);
  return Object.fromEntries(counting);
}

const open = () => true;

export const propertiesService: Service = {
  methods: {
    getScriptProperties: open,
    getDocumentProperties: ({ hasDocument }) => hasDocument,
    getUserProperties: open,
  },
};

export const properties: Service = {
  methods: counted({
    getProperty: (execution, scope: Scope, key: string) => storeOf(execution, scope).get(String(key)) ?? null,
    getProperties: (execution, scope: Scope) => Object.fromEntries(storeOf(execution, scope)),
    getKeys: (execution, scope: Scope) => [...storeOf(execution, scope).keys()],
    setProperty: (execution, scope: Scope, key: string, value: string) => {
      demandWritable(execution, scope, 'setProperty');
      put(storeOf(execution, scope), key, value);
    },
    setProperties: (execution, scope: Scope, values: Record<string, string>, deleteAllOthers: boolean) => {
      demandWritable(execution, scope, 'setProperties');
      const store = storeOf(execution, scope);
      if (deleteAllOthers) store.clear();
      for (const [key, value] of Object.entries(values)) put(store, key, value);
    },
    deleteProperty: (execution, scope: Scope, key: string) => {
      demandWritable(execution, scope, 'deleteProperty');
      storeOf(execution, scope).delete(String(key));
    },
    deleteAllProperties: (execution, scope: Scope) => {
      demandWritable(execution, scope, 'deleteAllProperties');
      storeOf(execution, scope).clear();
    },
  }),
};
