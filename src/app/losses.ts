/** Lists data the user will lose, for the confirmation dialog. */
import { findConnection, listConnections } from '../account/connections.ts';
import { TODAY } from '../insights/today/today-data.ts';
import { columnsOf } from '../operations/tables.ts';
import { plural } from '../protocol/lists.ts';
import { findOurs, type Opened, openExisting } from '../tables/opened.ts';
import { jobsUsing } from './connection-actions.ts';
import { DEMO_NAME, demoTables } from './demo.ts';
import type { Ports } from './ports.ts';

export function connectionLosses(ports: Ports, name: string): readonly string[] {
  const found = findConnection(ports.user, name);
  if (found.name === DEMO_NAME) return demoLosses(ports);
  const stopped = jobsUsing(ports, found.name).length;
  const jobs = stopped === 0 ? [] : [`${plural(stopped, 'job')} will stop.`];
  return ['Its keys will be deleted. Tables in this spreadsheet will be kept.', ...jobs];
}

export function demoLosses(ports: Ports): readonly string[] {
  if (!listConnections(ports).some(({ name }) => name === DEMO_NAME)) return [];
  const sheets = demoTables(ports).flatMap((table) => {
    const sheet = findOurs(ports.book, table);
    return sheet ? [{ table, name: sheet.name }] : [];
  });
  if (sheets.length === 0) return ['Tables will be kept because they may contain rows from your other shops.'];
  const names = [...sheets.map(({ name }) => name), ...(ports.laid.idOf(TODAY) === undefined ? [] : [TODAY])];
  const opened = sheets.flatMap(({ table }) => openExisting(ports.book, table, columnsOf(table) ?? []) ?? []);
  return [
    `${plural(names.length, 'sheet')} will be deleted: ${joined(names)}.`,
    ...sentence('Columns you added will be deleted too', opened.flatMap(ownColumns)),
    ...sentence('Your notes will be deleted too', opened.flatMap(ownNotes)),
  ];
}

function ownColumns({ table, contents: { cells, positions } }: Opened): readonly string[] {
  const ours = new Set(positions.values());
  return (cells[0] ?? []).flatMap((header, index) => {
    // On Status, the add-on writes a time to the right of the header.
    const name = typeof header === 'string' ? header : '';
    const isFilled = () => cells.some((row, at) => at > 0 && row[index] !== '' && row[index] !== undefined);
    const isOwn = !ours.has(index + 1) && (name !== '' || isFilled());
    return isOwn ? [`${name || 'an unnamed column'} (${table})`] : [];
  });
}

function ownNotes({ table, sheet, contents: { cells } }: Opened): readonly string[] {
  const noted = cells.length > 1 ? sheet!.notedRows(2, cells.length).length : 0;
  return noted === 0 ? [] : [`on ${plural(noted, 'row')} in ${table}`];
}

function sentence(what: string, of: readonly string[]): readonly string[] {
  return of.length === 0 ? [] : [`${what}: ${joined(of)}.`];
}

function joined(names: readonly string[]) {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}
