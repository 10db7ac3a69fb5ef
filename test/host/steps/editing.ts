// An edit by hand and what it sets off.
import type { ChangeType } from '../execution/events.ts';
import type { Host } from '../host.ts';
import type { RangeAddress } from '../services/range.ts';

/** Changes contents of cells. */
export async function editing(host: Host, range: RangeAddress, change: () => void): Promise<void> {
  if (!host.watchesEdits) return change();
  const single = range.rows === 1 && range.columns === 1;
  const oldValue = single ? contentOf(host, range) : undefined;
  change();
  const value = single ? contentOf(host, range) : undefined;
  await host.edited({
    change: 'EDIT',
    range,
    ...(value === undefined ? {} : { value }),
    ...(oldValue === undefined ? {} : { oldValue }),
  });
}

/** Changes something else than contents. */
export async function changing(host: Host, type: ChangeType, change: () => void): Promise<void> {
  change();
  if (host.watchesEdits) await host.edited({ change: type });
}

/** As events tell it: a text, of a number or a date the bare number, of a formula nothing. */
function contentOf({ workbook }: Host, { sheetId, row, column }: RangeAddress): string | undefined {
  const info = workbook.sheet(sheetId);
  if (row > info.rows || column > info.columns) return undefined;
  const content = workbook.storedValue(sheetId, row, column);
  if (content === undefined) return undefined;
  return typeof content === 'boolean' ? String(content).toUpperCase() : String(content);
}
