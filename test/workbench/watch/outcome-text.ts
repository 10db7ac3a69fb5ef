/** Summarizes an execution's outcome without its result, which may be private. */
import type { ExecutionKind } from '../../host/execution/execution.ts';
import type { Result } from '../../host/host.ts';

const LENGTH = 300;

export function outcomeText(kind: ExecutionKind | string, result: Result): string {
  if (!result.ok) {
    const { name, message } = result.error;
    return shortened(name === 'Error' || name === 'Exception' ? message : `${name}: ${message}`);
  }
  const { value } = result;
  const refusal = refusalIn(value);
  if (refusal) return shortened(refusal);
  if (kind !== 'formula') return '';
  if (!Array.isArray(value)) return 'one value';
  const columns = Array.isArray(value[0]) ? value[0].length : 1;
  return `${value.length} × ${columns} values`;
}

/** The sidebar receives failures as values, so the execution itself succeeds. */
function refusalIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('ok' in value) || value.ok !== false) return undefined;
  const { error } = value as { error?: { code?: unknown; message?: unknown } };
  return error ? `${error.code ?? 'refused'}: ${error.message ?? ''}` : 'refused';
}

function shortened(text: string): string {
  return text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text;
}
