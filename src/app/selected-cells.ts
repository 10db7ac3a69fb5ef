/** What a form takes from the cells that are selected. */
import { findOperation } from '../operations/registry.ts';
import { MarketError } from '../protocol/market-error.ts';
import { headersOfList, plainName, withoutHeader } from '../protocol/params.ts';
import type { SelectedArea } from '../tables/sheet.ts';
import type { Ports } from './ports.ts';

export interface Taken {
  readonly values: readonly string[];
  /** What was taken from where, and what was left out, in a sentence. */
  readonly message: string;
}

/** For a list of an operation. Of several columns that is taken which is called like the list, where there is one. */
export function selectedCells({ book }: Ports, operation: string, param: string): Taken {
  const found = findOperation(operation).params[String(param)];
  if (found?.type !== 'texts') throw argument(`"${String(param)}" takes no list.`);
  return takenFrom(book.selected(), headersOfList(param, found));
}

/** `headers`: what a column of such values may be called, as plain names, most likely first. */
export function takenFrom(areas: readonly SelectedArea[], headers: readonly string[]): Taken {
  const columns = areas.flatMap(({ name, header, cells }) =>
    header.map((above, at) => {
      const values = cells.map((line) => line[at]!.trim()).filter((text) => text !== '');
      return { name, header: above, values };
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
    throw argument(
      hidden > 0
        ? 'All that is selected is hidden; select cells that are seen, then try again.'
        : 'Nothing stands in the cells that are selected; select some, then try again.',
    );
  const places = [...new Set(used.map(({ name }) => name))].join(', ');
  const column = used.length < columns.length ? `, of the column "${used[0]!.header}"` : '';
  const left = [...dropped].map((header) => ` The header "${header}" was left out.`).join('');
  const twice = values.length - distinct.length;
  const repeats = twice === 0 ? '' : ` ${twice === 1 ? 'One was' : `${twice} were`} there twice.`;
  const unseen =
    hidden === 0
      ? ''
      : ` ${hidden === 1 ? 'One hidden row was' : `${hidden.toLocaleString('en-US')} hidden rows were`} left out.`;
  const untold = areas.every(({ isTold }) => isTold)
    ? ''
    : ' Rows that you hid by hand, if any, are among them: there are too many to ask about each.';
  const count = distinct.length === 1 ? 'One value' : `${distinct.length.toLocaleString('en-US')} values`;
  return {
    values: distinct,
    message: `${count} from ${places}${column}.${left}${unseen}${untold}${repeats}`,
  };
}

function argument(message: string): MarketError {
  return new MarketError('MARKET_ARGUMENT', message);
}
