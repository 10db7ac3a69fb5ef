/** Lists data the user will lose, for the confirmation dialog. */
import { findConnection } from '../account/connections.ts';
import { workbooksIn } from '../account/person.ts';
import { columnsOf } from '../operations/tables.ts';
import { DEMO_NAME } from '../protocol/connection.ts';
import { extent, plural } from '../protocol/lists.ts';
import type { Leaving } from '../tables/aged.ts';
import { findOurs, openExisting } from '../tables/opened.ts';
import { jobsUsing } from './connection-actions.ts';
import { demoParts, rowsIn, viewsOf } from './demo.ts';
import type { Ports } from './ports.ts';

export function connectionLosses(ports: Ports, name: string): readonly string[] {
  const found = findConnection(ports.user, name);
  if (found.name === DEMO_NAME) return demoLosses(ports);
  const paused = jobsUsing(ports, found.name).length;
  const jobs = paused === 0 ? [] : [`${plural(paused, 'job')} will be paused.`];
  const where = workbooksIn(ports.user.all()).length > 1 ? ', also for your other spreadsheets' : '';
  return [`Its keys will be deleted${where}. Tables in this spreadsheet will be kept.`, ...jobs];
}

export function demoLosses(ports: Ports): readonly string[] {
  const parts = demoParts(ports);
  if (!parts) return [];
  const { tables, rows, jobs } = parts;
  const sheets = tables.flatMap((table) => {
    const sheet = findOurs(ports.book, table);
    return sheet ? [{ table, name: sheet.name }] : [];
  });
  const views = viewsOf(tables).filter((view) => ports.laid.idOf(view) !== undefined);
  const names = [...sheets.map(({ name }) => name), ...views.slice(0, 1)];
  const whole = sheets.flatMap(({ table }) => openExisting(ports.book, table, columnsOf(table) ?? []) ?? []);
  const leaving = [
    ...whole.map((opened) => ({ opened, indexes: [...opened.contents.cells.keys()].slice(1) })),
    ...rows,
  ];
  return [
    ...(sheets.length > 0 ? [`${plural(names.length, 'sheet')} will be deleted: ${joined(names)}.`] : []),
    ...sentence(
      `${plural(rowsIn(rows), 'row')} of the demo shop will be deleted`,
      rows.map(({ opened }) => opened.sheet!.name),
    ),
    ...(jobs.size > 0 ? [`${plural(jobs.size, 'job')} will be deleted.`] : []),
    ...(sheets.length > 0 ? [] : ['Rows and jobs of other shops will be kept.']),
    ...sentence('Cells in columns you added will be deleted too', leaving.flatMap(ownColumns)),
    ...sentence('Your notes will be deleted too', leaving.flatMap(ownNotes)),
  ];
}

function ownColumns({ opened, indexes }: Leaving): readonly string[] {
  const { table, contents } = opened;
  const { cells, positions } = contents;
  const ours = new Set(positions.values());
  return (cells[0] ?? []).flatMap((header, column) => {
    const isOwn = !ours.has(column + 1) && indexes.some((index) => (cells[index]![column] ?? '') !== '');
    return isOwn ? [`${header || 'an unnamed column'} (${table})`] : [];
  });
}

function ownNotes({ opened: { table, sheet }, indexes }: Leaving): readonly string[] {
  if (indexes.length === 0) return [];
  const leaving = new Set(indexes);
  const [first, last] = extent(indexes);
  const noted = sheet!.notedRows(first + 1, last + 1).filter((row) => leaving.has(row - 1)).length;
  return noted === 0 ? [] : [`on ${plural(noted, 'row')} in ${table}`];
}

function sentence(what: string, of: readonly string[]): readonly string[] {
  return of.length === 0 ? [] : [`${what}: ${joined(of)}.`];
}

function joined(names: readonly string[]) {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}
