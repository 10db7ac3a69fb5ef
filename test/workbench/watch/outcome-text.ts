/** The outcome of an execution in a few words, without what is in it: that may be for its user's eyes only. */
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

/** What the sidebar is told when something could not be done; the execution itself went well. */
function refusalIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('ok' in value) || value.ok !== false) return undefined;
  const { error } = value as { error?: { code?: unknown; message?: unknown } };
  return error ? `${error.code ?? 'refused'}: ${error.message ?? ''}` : 'refused';
}

function shortened(text: string): string {
  return text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text;
}
