import { type Attachment, attach, attachments, detach, firstRangeOf } from './attachments.ts';
import { callHost, Exception } from './bridge.ts';
import type { RangeAddress } from './range.ts';
import { strict } from './strict.ts';

type Filter = GoogleAppsScript.Spreadsheet.Filter;
type Criteria = GoogleAppsScript.Spreadsheet.FilterCriteria;
type Builder = GoogleAppsScript.Spreadsheet.FilterCriteriaBuilder;

/** Hidden values, keyed by 0-based column offset within the filter. */
export type FilterSpec = Record<number, string[]> | null;

const hiddenValues = new WeakMap<object, string[]>();

function criteria(hidden: string[]): Criteria {
  const facade: Criteria = strict<Criteria>('FilterCriteria', {
    getHiddenValues: () => hidden.slice(),
    copy: () => criteriaBuilder(hidden),
  });
  hiddenValues.set(facade, hidden);
  return facade;
}

/** Emulates hidden values, but not conditions. */
export function criteriaBuilder(hidden: string[] = []): Builder {
  let values = hidden;
  const facade: Builder = strict<Builder>('FilterCriteriaBuilder', {
    setHiddenValues: (next) => {
      values = next.map(String);
      return facade;
    },
    getHiddenValues: () => values.slice(),
    copy: () => criteriaBuilder(values),
    build: () => criteria(values),
  });
  return facade;
}

export function filterOf(sheetId: number): Filter | null {
  const filter = attachments('filter', sheetId)[0];
  return filter ? facadeOf(filter) : null;
}

function facadeOf(filter: Attachment): Filter {
  const { sheetId } = filter;
  const rect = filter.rects[0]!;
  let spec = filter.spec as FilterSpec;
  const place = (column: number) => {
    if (column >= rect.column && column < rect.column + rect.columns) return column - rect.column;
    throw new Exception('The column is not in the range of the filter.');
  };
  const hide = (column: number, values: string[] | undefined) => {
    const { [place(column)]: _, ...others } = spec ?? {};
    spec = values === undefined ? others : { ...others, [place(column)]: values };
    callHost('Attachment.update', filter.id, { spec });
    return facade;
  };
  const facade: Filter = strict<Filter>('Filter', {
    getRange: () => firstRangeOf(filter),
    remove: () => detach(filter.id),
    sort: (column, ascending) => {
      const body = { sheetId, ...rect, row: rect.row + 1, rows: rect.rows - 1 };
      callHost('Range.sort', body, [{ column: rect.column + column - 1, ascending }]);
      return facade;
    },
    getColumnFilterCriteria: (column) => {
      const hidden = spec?.[place(column)];
      return hidden ? criteria(hidden) : null;
    },
    setColumnFilterCriteria: (column, next) => hide(column, next ? hiddenValues.get(next) : undefined),
    removeColumnFilterCriteria: (column) => hide(column, undefined),
  });
  return facade;
}

export function createFilter(at: RangeAddress): Filter {
  return facadeOf(attach('filter', at.sheetId, [at], null));
}
