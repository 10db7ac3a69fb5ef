/** How sellers' items are asked for: by a list of identifiers, or all at once. */

/** Item numbers of offers begin so; those of the catalogue's own pages do not. */
export const ITEM_NUMBER_PREFIX = '9SI';

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
