/** Writes an error body: JSON as an array, XML as `<Errors>`. */
import type { Format } from './formats.ts';
import { type Manner, PLAIN } from './manner.ts';
import type { ServiceError } from './refusal.ts';
import { writeXml } from './write-xml.ts';

/** In an odd manner the error stands alone, as some gateways send it. */
export function writeError({ code, message }: ServiceError, format: Format, manner: Manner = PLAIN): string {
  const record = { Code: code, Message: message };
  const { bom, declaration, singleObjects } = manner;
  if (format === 'json') return (bom ? '\uFEFF' : '') + JSON.stringify(singleObjects ? record : [record]);
  const dress = { ...PLAIN, bom, declaration };
  return singleObjects ? writeXml(record, 'Error', dress) : writeXml({ Error: record }, 'Errors', dress);
}
