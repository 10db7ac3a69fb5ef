/** The encoding of a response. It never changes the content. */
export interface Encoding {
  /** Starts with a byte order mark. */
  bom: boolean;
  /** Starts with an XML declaration. */
  declaration: boolean;
  /** Wraps JSON in the XML root. */
  rootInJson: boolean;
  /** Replaces JSON lists of one object with the object. */
  singleObjects: boolean;
  /** Wraps JSON lists in an object whose only key is their XML child. */
  wrappedLists: boolean;
  /** Writes JSON numbers and booleans as strings. */
  scalarsAsText: boolean;
  /** Pads free text with spaces. */
  padded: boolean;
  /** Writes free text in XML as CDATA between line breaks. */
  cdata: boolean;
  emptyLists: 'empty' | 'null' | 'missing' | 'blank';
}

export const PLAIN: Encoding = {
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

/** Only free text is padded or wrapped in CDATA, as in published samples. */
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

export const padText = (field: string, text: string, encoding: Encoding): string =>
  encoding.padded && text !== '' && isFreeText(field) ? text.padEnd(text.length + 12) : text;
