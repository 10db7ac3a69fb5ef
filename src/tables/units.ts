/** What the values of each kind are, in words. */
import type { Kind } from '../protocol/fields.ts';

export const UNITS: Readonly<Record<Kind, string>> = {
  text: 'text',
  id: 'text',
  texts: 'text, a list',
  pairs: 'text, names with their values',
  integer: 'whole number',
  decimal: 'number',
  number: 'number',
  money: "amount in the record's currency, exact to the cent",
  ratio: 'share, shown as per cent: 0.25 is 25 %',
  boolean: 'TRUE or FALSE',
  instant: "date and time in the spreadsheet's time zone",
  day: 'date without a time',
};
