// Checks access to a method: first by the execution's mode, then by scopes.
import type { Execution } from '../execution/execution.ts';
import { type Service, ServiceError } from './service.ts';

const reading = /\.(get|is|has|can|flush$)/;
const documentClass =
  /^(SpreadsheetApp|Spreadsheet|Sheet|Range|RangeList|DeveloperMetadata|DeveloperMetadataFinder|Attachment|Protection)\./;

export function isOfDocument(method: string): boolean {
  return documentClass.test(method);
}

/** The methods that Google uses to attach each kind of object. The host has a single method for all kinds. */
const attaching: Record<string, string> = {
  banding: 'applyRowBanding',
  chart: 'insertChart',
  conditionalFormat: 'setConditionalFormatRules',
  filter: 'createFilter',
  protection: 'protect',
};

function memberOf(method: string, args: readonly unknown[]): string {
  const [name, member] = method.split('.') as [string, string];
  if (name === 'DeveloperMetadata' && member === 'add') return 'addDeveloperMetadata';
  return (name === 'Attachment' && attaching[String(args[0])]) || member;
}

export function demandAccess(execution: Execution, method: string, service: Service, args: readonly unknown[]): void {
  const modes = service.modes ?? ['LIMITED', 'CUSTOM_FUNCTION', 'FULL'];
  if (!modes.includes(execution.mode)) {
    throw new ServiceError('You do not have permission to call {0}', method);
  }
  if (execution.mode === 'CUSTOM_FUNCTION' && documentClass.test(method) && !reading.test(method)) {
    // Google's message has only the member's name.
    throw new ServiceError('You do not have permission to call {0}', memberOf(method, args));
  }
  if (!service.scopes || service.scopes.some((scope) => isGranted(execution, scope))) return;
  throw new ServiceError(
    'Specified permissions are not sufficient to call {0}. Required permissions: {1}',
    method,
    service.scopes.join(' || '),
  );
}

/** A manifest without scopes requests all scopes. Formulas run without the user's consent. */
export function isGranted({ host, user, mode }: Pick<Execution, 'host' | 'user' | 'mode'>, scope: string): boolean {
  const asked = host.bundle.manifest.oauthScopes;
  if (asked && !asked.includes(scope)) return false;
  return mode === 'CUSTOM_FUNCTION' || !host.users.refused(user).has(scope);
}
