// Whether an execution may call a method: its mode first, then the scopes of the manifest.
import type { Execution } from '../execution/execution.ts';
import { type Service, ServiceError } from './service.ts';

const reading = /\.(get|is|has|can|flush$)/;
const documentClass = /^(SpreadsheetApp|Spreadsheet|Sheet|Range|RangeList|DeveloperMetadata|Attachment)\./;

export function demandAccess(execution: Execution, method: string, service: Service): void {
  const modes = service.modes ?? ['LIMITED', 'CUSTOM_FUNCTION', 'FULL'];
  if (!modes.includes(execution.mode)) {
    throw new ServiceError(`You do not have permission to call ${method}`);
  }
  if (execution.mode === 'CUSTOM_FUNCTION' && documentClass.test(method) && !reading.test(method)) {
    // Google names the bare member here.
    throw new ServiceError(`You do not have permission to call ${method.split('.')[1]}`);
  }
  const granted = execution.host.bundle.manifest.oauthScopes;
  if (!granted || !service.scopes || service.scopes.some((scope) => granted.includes(scope))) return;
  throw new ServiceError(
    `Specified permissions are not sufficient to call ${method}. Required permissions: ${service.scopes.join(' || ')}`,
  );
}
