/** Validates documents against the fixtures' schemas with libxml2. */
import { validateXML } from 'xmllint-wasm';
import { documentText } from './wire-documents.ts';

export type SchemaFile = 'GetOrderInfoRequest.xsd' | 'GetReportRequest.xsd';

/** Returns the validator's messages for each document; empty if it is valid. Each call starts a validator. */
export async function violations(
  schema: SchemaFile,
  texts: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const { errors } = await validateXML({
    xml: texts.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: [documentText(`xsd/${schema}`)],
  });
  const found: string[][] = texts.map(() => []);
  for (const { message, loc } of errors) {
    if (loc) found[Number.parseInt(loc.fileName, 10)]!.push(message);
    else if (!/^\d+\.xml fails to validate$/.test(message)) throw new Error(message);
  }
  return found;
}
