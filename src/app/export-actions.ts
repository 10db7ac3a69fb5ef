import { userOf } from '../account/person.ts';
import { SOFT_STOP } from '../limits/pacing.ts';
import { isoText } from '../protocol/dates.ts';
import { argumentError } from '../protocol/market-error.ts';
import { stored } from '../protocol/store.ts';
import { SECOND } from '../protocol/time.ts';
import { noWarehouse } from '../schedule/ports.ts';
import { sentWords } from '../schedule/run-job.ts';
import { exportEntry, rowsSent } from '../schedule/run-log.ts';
import { writeLog } from '../tables/log.ts';
import type { Exported, ExportPlan } from '../warehouse/export.ts';
import { type FileForm, type FilePart, filePart, fileTables } from '../warehouse/files.ts';
import type { Place } from '../warehouse/state.ts';
import type { Ports } from './ports.ts';

export type WarehouseView = ReturnType<typeof warehouse>;

export function warehouse(ports: Ports) {
  const known = ports.warehouse.holdings();
  return {
    now: isoText(ports.clock.now()),
    // The missing setup step, as a sentence for the user. Null if there is none.
    waitsFor: ports.warehouse.waitsFor() ?? null,
    hasPermission: ports.warehouse !== noWarehouse,
    holdings: known ? { ...known, doneAt: isoText(known.doneAt) } : null,
  };
}

export function saveWarehouse(ports: Ports, typed: Place): WarehouseView {
  ports.warehouse.use({ project: typed?.project, location: typed?.location });
  return warehouse(ports);
}

export function sendEverything(ports: Ports): WarehouseView {
  ready(ports).sendAgain();
  return warehouse(ports);
}

export function planExport(ports: Ports): ExportPlan {
  const known = ready(ports);
  return ports.exclusively(() => known.plan({}));
}

/** Maximum time per page request. The page shows progress and can stop between requests. */
const SLICE = 20 * SECOND;

export function exportRows(ports: Ports, run?: string) {
  return exportUntil(ports, ports.clock.now() + SLICE, 'sidebar', typeof run === 'string' ? run : undefined);
}

export function exportToWarehouse(ports: Ports): string {
  return exportUntil(ports, ports.clock.now() + SOFT_STOP, 'menu').message;
}

function exportUntil(ports: Ports, until: number, why: 'sidebar' | 'menu', run?: string) {
  const { send } = ready(ports);
  const kept = RUN.read(ports.document);
  const isSame = run !== undefined && kept?.run === run;
  const before = isSame ? kept : { run: ports.unique(), started: ports.clock.now(), rows: {}, calls: 0 };
  const slice = send({}, until);
  const sent: Exported = { ...slice, rows: added(before.rows, slice.rows), calls: before.calls + slice.calls };
  RUN.write(ports.document, { ...before, rows: sent.rows, calls: sent.calls });
  const { name: who } = userOf(ports);
  const about = { run: before.run, started: before.started, ended: ports.clock.now(), why, who };
  ports.exclusively(() => writeLog(ports.book, [exportEntry(sent, about)]));
  return { run: before.run, state: sent.state, rows: rowsSent(sent.rows), message: sentWords(sent) };
}

interface KeptRun {
  readonly run: string;
  readonly started: number;
  readonly rows: Exported['rows'];
  readonly calls: number;
}

/** Only the last export can be continued. */
const RUN = stored<KeptRun | undefined>('export.run', 1, undefined);

function added(one: Exported['rows'], other: Exported['rows']): Exported['rows'] {
  const sum: Record<string, number> = { ...one };
  for (const [table, count] of Object.entries(other)) sum[table] = (sum[table] ?? 0) + count;
  return sum;
}

function ready({ warehouse }: Ports) {
  const waitsFor = warehouse.waitsFor();
  if (waitsFor !== undefined) throw argumentError(waitsFor);
  return warehouse;
}

const FORMS: readonly FileForm[] = ['ndjson', 'csv', 'schema'];

export function listFiles({ book }: Ports): readonly { readonly table: string; readonly file: string }[] {
  return fileTables(book);
}

/** Returns part of a file, starting at row `from`. Never includes buyer data, even with consent. */
export function exportFile(ports: Ports, table: string, form: FileForm, from = 0): FilePart {
  if (!FORMS.includes(form)) throw argumentError(`Choose one of these formats: ${FORMS.join(', ')}.`);
  const first = Number.isInteger(from) && from > 0 ? from : 0;
  return ports.exclusively(() => filePart(ports.book, String(table), form, first, ports.clock.now()));
}
