/** Stored texts that somebody damaged: each goes, is reported once on Status, and what it held is read or made again. */
import { isDamaged } from '../protocol/stored.ts';
import { recordOf } from '../pull/status-rows.ts';
import { loadRun } from '../pull/stored-run.ts';
import type { StatusRecord } from '../tables/status.ts';
import type { SchedulePorts } from './ports.ts';

/** `stored` is all that the document's store holds. */
export function dropDamaged(
  { document, book, clock }: Pick<SchedulePorts, 'document' | 'book' | 'clock'>,
  stored: Readonly<Record<string, string>>,
): readonly StatusRecord[] {
  const keys = Object.keys(stored).filter((key) => {
    const [, run, part] = /^run\.([^.]+)(\..*)?$/.exec(key) ?? [];
    if (run === undefined) return key !== 'consent' && isDamaged(stored[key]!);
    return part === undefined && loadRun({ get: (name) => stored[name] ?? null }, run) === undefined;
  });
  for (const key of keys) document.remove(key);
  return [...keys, ...(book.damaged?.() ?? [])].map((subject) =>
    recordOf(
      {
        about: 'Stored data',
        subject,
        state: 'could not be read',
        detail: 'It was changed or damaged. The add-on creates it again; no table data is lost.',
      },
      clock.now(),
    ),
  );
}
