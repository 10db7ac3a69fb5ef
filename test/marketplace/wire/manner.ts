/** How an answer is dressed; the meaning is the same in every manner. */
export interface Manner {
  /** Byte order mark first. */
  bom: boolean;
  /** XML declaration first. */
  declaration: boolean;
  /** JSON inside the root that XML has. */
  rootInJson: boolean;
  /** JSON lists of one object as that object. */
  singleObjects: boolean;
  /** JSON lists as an object of their XML child. */
  wrappedLists: boolean;
  /** JSON numbers and booleans as text. */
  scalarsAsText: boolean;
  /** Free text padded with blanks. */
  padded: boolean;
  /** Free text of XML in CDATA between line breaks. */
  cdata: boolean;
  emptyLists: 'empty' | 'null' | 'missing' | 'blank';
}

export const PLAIN: Manner = {
  bom: false,
  declaration: true,
  rootInJson: false,
  singleObjects: false,
  wrappedLists: false,
  scalarsAsText: false,
  padded: false,
  cdata: false,
  emptyLists: 'empty',
};

/** Only text that a person wrote is padded or put in CDATA, as published samples have it. */
const FREE_TEXT = new Set([
  'CustomerName',
  'Description',
  'ManufacturerName',
  'ManufacturerPartNumber',
  'Memo',
  'ShipToAddress1',
  'ShipToCityName',
  'ShipToCompany',
  'ShipToFirstName',
  'ShipToLastName',
  'WebsiteShortTitle',
  'campaignName',
  'groupName',
]);

export const isFreeText = (field: string): boolean => FREE_TEXT.has(field);

export const dressText = (field: string, text: string, manner: Manner): string =>
  manner.padded && text !== '' && isFreeText(field) ? text.padEnd(text.length + 12) : text;
