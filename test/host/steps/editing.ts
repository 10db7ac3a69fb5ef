// A user's edit and its triggers.
import { type ChangeType, contentOf, editOf } from '../execution/events.ts';
import type { Host } from '../host.ts';
import type { RangeAddress } from '../services/range.ts';

export async function editing(host: Host, range: RangeAddress, change: () => void): Promise<void> {
  if (!host.watchesEdits) return change();
  const before = contentOf(host.workbook, range);
  change();
  await host.edited(editOf(host.workbook, range, before));
}

/** Makes a change other than to cell contents, and runs its triggers. */
export async function changing(host: Host, type: ChangeType, change: () => void): Promise<void> {
  change();
  if (host.watchesEdits) await host.edited({ change: type });
}
