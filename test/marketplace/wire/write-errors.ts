import { type Encoding, PLAIN } from './encoding.ts';
import type { Format } from './formats.ts';
import type { ServiceError } from './refusal.ts';
import { writeXml } from './write-xml.ts';

/** `singleObjects` omits the list around the error, as some gateways do. */
export function writeError({ code, message }: ServiceError, format: Format, encoding: Encoding = PLAIN): string {
  const record = { Code: code, Message: message };
  const { bom, declaration, singleObjects } = encoding;
  if (format === 'json') return (bom ? '\uFEFF' : '') + JSON.stringify(singleObjects ? record : [record]);
  const dress = { ...PLAIN, bom, declaration };
  return singleObjects ? writeXml(record, 'Error', dress) : writeXml({ Error: record }, 'Errors', dress);
}
