/** Pulls stock of all Catalog items, 100 per call. The Catalog records when each item was last pulled. */
import { ITEM_NUMBER_PREFIX } from '../../operations/shared-parts.ts';
import {
  afterWatermark,
  CALLS_A_PULL,
  isStale,
  type KnownItem,
  movedWatermark,
  type Strategy,
  type StrategyInput,
  texts,
  without,
} from './strategy.ts';

const ITEMS_A_CALL = 100;

export const refreshInventory: Strategy = (input) => {
  const { filter } = input;
  const left = afterWatermark(dueNames(input), input);
  // The type of the Catalog's identifiers varies.
  const others = without(filter, filter.values === undefined ? ['values', 'type'] : ['values']);
  const pulls: { readonly values: readonly string[] }[] = [];
  let taken = 0;
  let spent = 0;
  while (taken < left.length && spent < input.calls) {
    const most = Math.min(CALLS_A_PULL, input.calls - spent);
    const values = affordable(left, taken, most).map(identifierOf);
    pulls.push({ ...others, values });
    taken += values.length;
    spent += callsFor(values);
  }
  const nothing =
    texts(filter.values).length === 0 && input.view.items().every((item) => identifierFor(item) === undefined);
  return {
    ...movedWatermark(left, taken, input),
    pulls,
    waitsFor: nothing
      ? 'The Catalog has no items for this shop yet. Add items to it, or pull Orders to fill it.'
      : undefined,
  };
};

/** Returns due items as sortable names such as `01 9SI…`: new items first, with part numbers kept together. */
function dueNames({ filter, view, cycleAt }: StrategyInput): readonly string[] {
  const given = texts(filter.values);
  if (given.length > 0) return given.map((identifier) => nameOf(identifier, false));
  return view.items().flatMap((item) => {
    const identifier = identifierFor(item);
    if (identifier === undefined || !isStale(item.stockPolled, cycleAt)) return [];
    return [nameOf(identifier, item.stockPolled === undefined)];
  });
}

/** Prefers the part number unless it starts with `9SI`: the service would treat it as an item number. */
function identifierFor({ sellerPartNumber, itemNumber }: KnownItem): string | undefined {
  return sellerPartNumber === undefined || (isNumber(sellerPartNumber) && itemNumber !== undefined)
    ? itemNumber
    : sellerPartNumber;
}

function nameOf(identifier: string, isUnread: boolean): string {
  return `${isUnread ? 0 : 1}${isNumber(identifier) ? 1 : 0} ${identifier}`;
}

function identifierOf(name: string): string {
  return name.slice(3);
}

function isNumber(identifier: string): boolean {
  return identifier.toUpperCase().startsWith(ITEM_NUMBER_PREFIX);
}

/** Returns as many names as fit in `calls` calls. */
function affordable(names: readonly string[], from: number, calls: number): readonly string[] {
  const taken = names.slice(from, from + calls * ITEMS_A_CALL);
  while (callsFor(taken.map(identifierOf)) > calls) taken.pop();
  return taken;
}

function callsFor(identifiers: readonly string[]): number {
  const numbers = identifiers.filter(isNumber).length;
  return Math.ceil(numbers / ITEMS_A_CALL) + Math.ceil((identifiers.length - numbers) / ITEMS_A_CALL);
}
