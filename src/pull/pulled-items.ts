/** The items that a pull asks for: those that were named, understood by the Catalog, or all of the Catalog. */
import { argumentError, MarketError } from '../protocol/market-error.ts';
import type { Params } from '../protocol/params.ts';
import {
  type AskingOperation,
  allItems,
  type ItemList,
  itemListOf,
  meaningsOf,
  meantText,
  needsCatalog,
  type Unclear,
  unclearText,
} from '../tables/catalog/asked-items.ts';
import type { Catalog } from './unechoed.ts';

export interface AskedItems {
  readonly params: Params;
  /** What was typed, by what is asked for instead. */
  readonly typed: Readonly<Record<string, string>>;
  /** What is not asked for, since nobody knows what it means, and what is, though something else may be meant. */
  readonly unclear: readonly Unclear[];
  /** Identifiers of `unclear` that are not asked for. */
  readonly left: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Params in which every item stands once, as the operation is asked for it. `params` are checked. Throws MARKET_ARGUMENT
 * where nothing is left to ask for. Without a Catalog everything is asked for as it was typed.
 */
export function askedItems(operation: AskingOperation, params: Params, catalog: Catalog | undefined): AskedItems {
  const asked: AskedItems = { params, typed: {}, unclear: [], left: [], notes: [] };
  const list = itemListOf(operation, params);
  if (!list || !catalog) return asked;
  const all = insteadOf(operation, list);
  return all === undefined || params[all] === undefined
    ? understood(list, asked, catalog)
    : whole(list, all, asked, catalog);
}

/** All items of the Catalog, in place of the param that says so. */
function whole(list: ItemList, all: string, asked: AskedItems, catalog: Catalog): AskedItems {
  const { [all]: _, ...params } = asked.params;
  const { identifiers, unnamed } = allItems(catalog(), list);
  if (identifiers.length === 0)
    throw argumentError(
      `"${all}": the Catalog has no items of this shop that can be asked for; pull Orders first, or type them into the Catalog.`,
    );
  const one = unnamed === 1;
  const note = `${one ? 'One item' : `${unnamed} items`} of the Catalog ${one ? 'is' : 'are'} left out, because ${one ? 'it has' : 'they have'} no identifier yet by which this is asked for.`;
  return { ...asked, params: { ...params, [list.param]: identifiers }, notes: unnamed > 0 ? [note] : [] };
}

function understood(list: ItemList, asked: AskedItems, catalog: Catalog): AskedItems {
  const { params } = asked;
  const identifiers = [params[list.param] ?? []].flat();
  const open = identifiers.filter((each) => needsCatalog(list, each));
  if (open.length === 0) return asked;
  const meanings = meaningsOf(catalog(), list, open);
  const names = new Set<string>();
  const typed: Record<string, string> = {};
  const unclear: Unclear[] = [];
  const left: string[] = [];
  for (const identifier of identifiers) {
    const { asks, meant } = meanings.get(identifier) ?? { asks: identifier, meant: [] };
    if (asks === undefined || meant.length > 0) unclear.push({ identifier, meant });
    if (asks === undefined) left.push(identifier);
    else if (!names.has(asks)) {
      names.add(asks);
      if (asks !== identifier) typed[asks] = identifier;
    }
  }
  if (names.size === 0)
    throw new MarketError('MARKET_ARGUMENT', `"${list.param}": ${unclearText(unclear)}`, { unclear });
  const isLeft = new Set(left);
  const doubtful = unclear.filter(({ identifier }) => !isLeft.has(identifier));
  const notUsed = unclear.filter(({ identifier }) => isLeft.has(identifier));
  const notes = [...(notUsed.length > 0 ? [unclearText(notUsed)] : []), ...meantText(doubtful)];
  return { params: { ...params, [list.param]: [...names] }, typed, unclear, left, notes };
}

/** What a job pulls by what is asked for, the whole Catalog being what it pulls unless told; what nobody knows stays as it was typed. */
export function jobFilter(
  operation: AskingOperation,
  filter: Readonly<Record<string, unknown>>,
  catalog: Catalog,
): Readonly<Record<string, unknown>> {
  const list = itemListOf(operation, filter as Params);
  if (!list) return filter;
  const all = insteadOf(operation, list);
  const named = Object.fromEntries(Object.entries(filter).filter(([name]) => name !== all));
  const identifiers = [(named[list.param] as string | readonly string[] | undefined) ?? []].flat();
  const open = identifiers.filter((each) => needsCatalog(list, each));
  if (open.length === 0) return named;
  const meanings = meaningsOf(catalog(), list, open);
  return {
    ...named,
    [list.param]: [...new Set(identifiers.map((each) => meanings.get(each)?.asks ?? each))],
  };
}

/** The param that stands for all that the list may have. */
function insteadOf({ params }: AskingOperation, list: ItemList): string | undefined {
  return Object.keys(params).find((name) => params[name]!.insteadOf === list.param);
}
