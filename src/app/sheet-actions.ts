import { findOperation } from '../operations/registry.ts';
import { columnsOf } from '../operations/tables.ts';
import { plural } from '../protocol/lists.ts';
import { argumentError, tableError } from '../protocol/market-error.ts';
import { headersOfList, plainName, withoutHeader } from '../protocol/params.ts';
import { changesTable } from '../tables/changes.ts';
import { findingsTable } from '../tables/findings-table.ts';
import { headerLost, openExisting } from '../tables/opened.ts';
import { type Contents, cellAt, keyAt } from '../tables/positions.ts';
import type { SelectedArea } from '../tables/sheet.ts';
import type { Ports } from './ports.ts';
import { findingsOfTile } from './today-view.ts';

interface Taken {
  readonly values: readonly string[];
  readonly message: string;
}

/** If several columns are selected, uses those whose header matches the list. */
export function selectedCells({ book }: Ports, operation: string, param: string): Taken {
  const found = findOperation(operation).params[String(param)];
  if (found?.type !== 'texts') throw argumentError(`"${String(param)}" does not accept a list.`);
  return takenFrom(book.selected(), headersOfList(param, found));
}

/** `headers` are normalized column names, best match first. */
function takenFrom(areas: readonly SelectedArea[], headers: readonly string[]): Taken {
  const columns = areas.flatMap(({ name, header, cells }) =>
    header.map((above, at) => {
      return { name, header: above, values: cells.map((line) => line[at]!.trim()).filter((text) => text !== '') };
    }),
  );
  const called = (header: string) => headers.indexOf(plainName(header));
  const best = Math.min(...columns.map(({ header }) => called(header)).filter((rank) => rank >= 0));
  const chosen = columns.filter(({ header }) => called(header) === best);
  const used = columns.length > 1 && chosen.length > 0 ? chosen : columns;
  const dropped = new Set<string>();
  const values = used.flatMap((column) => {
    const [left, header] = withoutHeader(column.values, headers);
    if (header !== undefined) dropped.add(header);
    return left;
  });
  const distinct = [...new Set(values)];
  const hidden = areas.reduce((sum, area) => sum + area.hidden, 0);
  if (distinct.length === 0)
    throw argumentError(
      hidden > 0
        ? 'All selected cells are hidden. Select visible cells, then try again.'
        : 'The selected cells are blank. Select cells with values, then try again.',
    );
  const places = [...new Set(used.map(({ name }) => name))].join(', ');
  const column = used.length < columns.length ? `, column "${used[0]!.header}"` : '';
  const twice = values.length - distinct.length;
  const message = [
    `${plural(distinct.length, 'value')} from ${places}${column}.`,
    ...[...dropped].map((header) => `Skipped the header "${header}".`),
    ...(hidden > 0 ? [`Skipped ${plural(hidden, 'hidden row')}.`] : []),
    ...(twice > 0 ? [`Skipped ${plural(twice, 'duplicate')}.`] : []),
  ];
  return { values: distinct, message: message.join(' ') };
}

/** Returns the number of keys found. */
export function showRows(ports: Ports, table: string, keys: readonly string[]): number {
  const wanted = new Set(Array.isArray(keys) ? keys.map(String) : []);
  return select(ports, String(table), (contents, index) => {
    const key = keyAt(contents, index);
    return wanted.has(key) ? key : undefined;
  });
}

export function showFindings(ports: Ports, tile: string): number {
  const zone = ports.book.timeZone();
  let shown: ReadonlySet<number> | undefined;
  return select(ports, findingsTable.name, (contents, index) => {
    shown ??= findingsOfTile(contents, zone, String(tile), ports.clock.now());
    return shown.has(index + 1) ? `${index}` : undefined;
  });
}

export function showChanges(ports: Ports, run: string): number {
  return select(ports, changesTable.name, (contents, index) =>
    keyAt(contents, index) !== '' && cellAt(contents, index, 'runId') === String(run) ? `${index}` : undefined,
  );
}

/** Selects rows for which `named` returns a name. `index` is 0-based. Returns the number of distinct names. */
function select(
  { book, exclusively }: Ports,
  table: string,
  named: (contents: Contents, index: number) => string | undefined,
): number {
  return exclusively(() => {
    const opened = openExisting(book, table, columnsOf(table) ?? []);
    if (!opened) throw book.find(table) ? headerLost(table) : tableError(`The ${table} sheet does not exist.`);
    const found = opened.contents.cells.flatMap((_, index) => {
      const name = named(opened.contents, index);
      return name === undefined ? [] : [{ name, row: index + 1 }];
    });
    if (found.length > 0)
      book.select(
        table,
        found.map(({ row }) => row),
      );
    return new Set(found.map(({ name }) => name)).size;
  });
}
