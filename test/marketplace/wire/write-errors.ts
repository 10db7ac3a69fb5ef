/** Writes an error body: JSON as an array, XML as `<Errors>`. */
import type { Format } from './formats.ts';
import { type Manner, PLAIN } from './manner.ts';
import type { ServiceError } from './refusal.ts';
import { writeXml } from './write-xml.ts';

export function writeError({ code, message }: ServiceError, format: Format, manner: Manner = PLAIN): string {
  const record = { Code: code, Message: message };
  const { bom, declaration } = manner;
  if (format === 'xml') return writeXml({ Error: record }, 'Errors', { ...PLAIN, bom, declaration });
  return (bom ? '\uFEFF' : '') + JSON.stringify([record]);
}
