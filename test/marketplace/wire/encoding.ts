/** Encoding options of an answer; they never change its content. */
export interface Encoding {
  /** Starts with a byte order mark. */
  bom: boolean;
  /** Starts with an XML declaration. */
  declaration: boolean;
  /** JSON is wrapped in the XML root. */
  rootInJson: boolean;
  /** JSON lists with a single object are replaced by that object. */
  singleObjects: boolean;
  /** JSON lists are wrapped in an object whose only key is their XML child. */
  wrappedLists: boolean;
  /** JSON numbers and booleans are text. */
  scalarsAsText: boolean;
  /** Free text is padded with spaces. */
  padded: boolean;
  /** Free text in XML is CDATA between line breaks. */
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

/** Only text written by people is padded or CDATA, as in published samples. */
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
