/** Shows each distinct error of a run once. */
import type { ReportedError } from '../../src/pull/run.ts';
import { count, counted } from '../format.ts';
import { Notice } from '../parts/notice.tsx';

const SHOWN = 5;

export function Errors({ errors }: { readonly errors: readonly ReportedError[] }) {
  const times = new Map<string, number>();
  for (const { message } of errors) times.set(message, (times.get(message) ?? 0) + 1);
  const distinct = [...times.keys()].map((text) => errors.find(({ message }) => message === text)!);
  return (
    <>
      {distinct.slice(0, SHOWN).map((error) => (
        <Notice key={error.message} kind="bad">
          <p>{error.message}</p>
          <p class="small">{sourceOf(error, times.get(error.message) ?? 1)}</p>
        </Notice>
      ))}
      {distinct.length > SHOWN && <p class="hint">and {counted(distinct.length - SHOWN, 'other error')}</p>}
    </>
  );
}

function sourceOf({ code, serviceCode, httpStatus }: ReportedError, times: number): string {
  return [
    code,
    serviceCode === null ? '' : `service code ${serviceCode}`,
    httpStatus === null ? '' : `status ${httpStatus}`,
    times > 1 ? `${count(times)} times` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
