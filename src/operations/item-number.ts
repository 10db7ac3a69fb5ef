/** How the marketplace numbers what sellers offer. */

/** Item numbers of offers begin so; those of the catalogue's own pages do not. */
export const ITEM_NUMBER_PREFIX = '9SI';
