/** Copies merges, validation rules, and filters from the server's sheets to the grid. */
import type { Model } from '@odoo/o-spreadsheet';
import type { WireRect, WireSheet } from '../wire.ts';
import type { Zone } from './cells.ts';

interface Getters {
  getMerges(sheetId: string): Zone[];
  getDataValidationRules(sheetId: string): { id: string }[];
  getCoreTables(sheetId: string): { range: { zone: Zone } }[];
  getRangeDataFromZone(sheetId: string, zone: Zone): object;
}

type Dispatch = (type: string, payload: object) => void;

const laid = new WeakMap<Model, Map<number, string>>();

/** The grid represents filters as unstyled tables. */
const FILTER = {
  hasFilters: true,
  totalRow: false,
  firstColumn: false,
  lastColumn: false,
  numberOfHeaders: 1,
  bandedRows: false,
  bandedColumns: false,
  automaticAutofill: false,
  styleId: 'None',
};

export function applyLayers(model: Model, sheets: readonly WireSheet[]): void {
  const known = laid.get(model) ?? new Map<number, string>();
  laid.set(model, known);
  for (const sheet of sheets) {
    const { id, merges, rules, filter } = sheet;
    const wanted = JSON.stringify({ merges, rules, filter });
    if ((known.get(id) ?? '{"merges":[],"rules":[],"filter":null}') === wanted) continue;
    known.set(id, wanted);
    applyToSheet(model, sheet);
  }
}

function applyToSheet(model: Model, { id, merges, rules, filter }: WireSheet): void {
  const getters = model.getters as unknown as Getters;
  const dispatch = model.dispatch as unknown as Dispatch;
  const sheetId = String(id);
  const rangeOf = (rect: WireRect) => getters.getRangeDataFromZone(sheetId, zoneOf(rect));
  const tables = getters.getCoreTables(sheetId).map(({ range }) => range.zone);
  if (tables.length > 0) dispatch('REMOVE_TABLE', { sheetId, target: tables });
  const before = getters.getMerges(sheetId).map(({ top, left, bottom, right }) => ({ top, left, bottom, right }));
  if (before.length > 0) dispatch('REMOVE_MERGE', { sheetId, target: before });
  for (const rule of [...getters.getDataValidationRules(sheetId)])
    dispatch('REMOVE_DATA_VALIDATION_RULE', { sheetId, id: rule.id });
  if (filter) dispatch('CREATE_TABLE', { sheetId, tableType: 'static', ranges: [rangeOf(filter)], config: FILTER });
  for (const merge of merges) dispatch('ADD_MERGE', { sheetId, target: [zoneOf(merge)], force: true });
  rules.forEach(({ type, values, areas }, index) => {
    const list = { type: 'isValueInList', values, displayStyle: 'arrow' };
    const criterion = type === 'checkbox' ? { type: 'isBoolean', values: [] } : list;
    const rule = { id: `rule-${id}-${index}`, criterion, isBlocking: false };
    dispatch('ADD_DATA_VALIDATION_RULE', { sheetId, ranges: areas.map(rangeOf), rule });
  });
}

function zoneOf({ row, column, rows, columns }: WireRect): Zone {
  return { top: row - 1, left: column - 1, bottom: row + rows - 2, right: column + columns - 2 };
}
