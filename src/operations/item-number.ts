/** How sellers' items are asked for: by a list of identifiers, or all at once. */

/** Item numbers of offers begin so; those of the catalogue's own pages do not. */
export const ITEM_NUMBER_PREFIX = '9SI';

/** What people call a column of identifiers of their items. */
export const ITEM_HEADERS = [
  ...['Item number', 'Market item number', 'Seller part number', 'SKU', 'SKUs', 'Part number', 'UPC code'],
  ...['UPC', 'Item', 'Items', 'Item no', 'Item no.', 'Item #', 'Item ID', 'Product ID', 'Product', 'Identifier'],
] as const;

/** A param that takes the place of the list of that name. */
export function allOfCatalog<L extends string>(list: L) {
  return {
    label: 'Items',
    type: 'choice',
    meaning: 'Which items to ask for.',
    choices: { catalog: 'All items of the Catalog' },
    insteadOf: list,
  } as const;
}
